package io.deskmeter.workload.yaml;

import io.deskmeter.workload.Expectation;
import io.deskmeter.workload.Expectation.Metric;
import io.deskmeter.workload.Expectation.Relation;
import io.deskmeter.workload.Expectation.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads and writes what a run's result is expected to be. */
final class ExpectationReader {
    private static final Pattern FORM = Pattern.compile("(>=|<=|>|<) ?(\\S+)");
    private static final Pattern SESSIONS = Pattern.compile("[0-9]{1,5}");
    private static final Set<String> WORDS =
            Stream.of(Metric.values()).map(Metric::word).collect(Collectors.toUnmodifiableSet());

    private ExpectationReader() {}

    /** In the order of {@link Metric}, regardless of the document's. */
    static List<Expectation> read(Value value) {
        Fields fields = value.fields("what is expected", WORDS);
        List<Expectation> expectations = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            fields.optional(metric.word(), of -> read(metric, of), Optional.<Expectation>empty())
                    .ifPresent(expectations::add);
        }
        return expectations;
    }

    private static Optional<Expectation> read(Metric metric, Value value) {
        Matcher matcher = FORM.matcher(value.string().orElse(""));
        if (matcher.matches()) {
            OptionalDouble bound = bound(metric.unit(), matcher.group(2));
            if (bound.isPresent()) {
                return Relation.of(matcher.group(1))
                        .map(relation -> new Expectation(metric, relation, bound.getAsDouble()));
            }
        }
        value.expected("one of the signs >=, >, <=, <, then " + form(metric.unit()));
        return Optional.empty();
    }

    private static OptionalDouble bound(Unit unit, String text) {
        return switch (unit) {
            case SESSIONS ->
                SESSIONS.matcher(text).matches() ? OptionalDouble.of(Integer.parseInt(text)) : OptionalDouble.empty();
            case DURATION ->
                Quantities.duration(text)
                        .map(duration -> OptionalDouble.of((double) duration.toMillis()))
                        .orElse(OptionalDouble.empty());
            case SHARE -> Quantities.percent(text).map(OptionalDouble::of).orElse(OptionalDouble.empty());
        };
    }

    private static String form(Unit unit) {
        return switch (unit) {
            case SESSIONS -> "a number of sessions, as `>= 8`";
            case DURATION -> "a duration, as `< 900ms` or `<= 6s`";
            case SHARE -> "a percentage, as `<= 1%`";
        };
    }

    /** The canonical form. */
    static Map<String, Object> write(List<Expectation> expectations) {
        Map<String, Object> map = new LinkedHashMap<>();
        expectations.forEach(expectation ->
                map.put(expectation.metric().word(), expectation.relation().sign() + " " + bound(expectation)));
        return map;
    }

    private static String bound(Expectation expectation) {
        return switch (expectation.metric().unit()) {
            case SESSIONS -> Integer.toString((int) expectation.bound());
            case DURATION -> Quantities.format(Duration.ofMillis((long) expectation.bound()));
            case SHARE -> Quantities.formatPercent(expectation.bound());
        };
    }
}
