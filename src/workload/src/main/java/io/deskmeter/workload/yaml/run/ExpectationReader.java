package io.deskmeter.workload.yaml.run;

import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Expectation.Figure;
import io.deskmeter.workload.run.Expectation.Relation;
import io.deskmeter.workload.run.Expectation.Unit;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads and writes what a run's result is expected to be. */
final class ExpectationReader {
    private static final Pattern FORM = Pattern.compile("(>=|<=|>|<) ?(\\S+)");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}(\\.[0-9]{1,17})?");
    private static final Pattern SESSIONS = Pattern.compile("[0-9]{1,5}");
    private static final Set<String> WORDS =
            Stream.of(Expectation.Metric.values()).map(Figure::word).collect(Collectors.toUnmodifiableSet());

    private ExpectationReader() {}

    /** In the order of {@link Expectation.Metric}, then metrics of the workloads by their ids, whatever the document's is. */
    static List<Expectation> read(Value value, MetricLimitReader metrics) {
        Set<String> ids = value.keys().stream()
                .filter(key ->
                        !WORDS.contains(key) && Keywords.METRIC.matcher(key).matches())
                .collect(Collectors.toCollection(TreeSet::new));
        Fields fields = value.fields("what is expected", Keywords.with(WORDS, ids.toArray(String[]::new)));
        List<Expectation> expectations = new ArrayList<>();
        for (Expectation.Metric metric : Expectation.Metric.values()) {
            fields.optional(metric.word(), of -> read(metric, of), Optional.<Expectation>empty())
                    .ifPresent(expectations::add);
        }
        if (!ids.isEmpty()) {
            Optional<Map<String, Metric>> declared = metrics.declared(value);
            for (String id : ids) {
                fields.optional(id, of -> read(id, of, declared), Optional.<Expectation>empty())
                        .ifPresent(expectations::add);
            }
        }
        return expectations;
    }

    private static Optional<Expectation> read(String id, Value value, Optional<Map<String, Metric>> declared) {
        MetricLimitReader.check(value, id, declared);
        Optional<Expectation> read = read(new Expectation.OfMetric(id), value);
        boolean duration = value.string()
                .map(FORM::matcher)
                .filter(Matcher::matches)
                .flatMap(matcher -> Quantities.duration(matcher.group(2)))
                .isPresent();
        declared.map(metrics -> metrics.get(id))
                .filter(metric -> duration && !metric.isDuration())
                .ifPresent(metric -> value.expected("a number in the metric's unit, `" + metric.unit() + "`"));
        return read;
    }

    private static Optional<Expectation> read(Figure figure, Value value) {
        Matcher matcher = FORM.matcher(value.string().orElse(""));
        if (matcher.matches()) {
            OptionalDouble bound = bound(figure.unit(), matcher.group(2));
            if (bound.isPresent()) {
                return Relation.of(matcher.group(1))
                        .map(relation -> new Expectation(figure, relation, bound.getAsDouble()));
            }
        }
        value.expected("one of the signs >=, >, <=, <, then " + form(figure.unit()));
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
            case METRIC ->
                NUMBER.matcher(text).matches()
                        ? OptionalDouble.of(Double.parseDouble(text))
                        : bound(Unit.DURATION, text);
        };
    }

    private static String form(Unit unit) {
        return switch (unit) {
            case SESSIONS -> "a number of sessions, as `>= 8`";
            case DURATION -> "a duration, as `< 900ms` or `<= 6s`";
            case SHARE -> "a percentage, as `<= 1%`";
            case METRIC -> "a number, as `>= 0.9`, or a duration of a metric in ms";
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
            case METRIC -> MetricLimitReader.text(expectation.bound());
        };
    }
}
