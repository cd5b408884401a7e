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
import io.deskmeter.workload.yaml.grammar.Definitions;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
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

/**
 * The keys of what a run's result is expected to be: figures of every run, and metrics of the workloads by their ids.
 */
final class ExpectationGrammar {
    private static final Pattern FORM = Pattern.compile("(>=|<=|>|<) ?(\\S+)");
    private static final String NUMBER = "-?[0-9]{1,9}(\\.[0-9]{1,17})?";
    private static final String SESSIONS = "[0-9]{1,5}";

    /** In the order of {@link Expectation.Metric}. */
    private static final List<Key<List<Expectation>, Optional<Expectation>>> FIGURES =
            Stream.of(Expectation.Metric.values()).map(ExpectationGrammar::key).toList();

    static final MapType<List<Expectation>> OF_EVERY_RUN =
            MapType.of("what is expected", ExpectationGrammar::figures, FIGURES);

    /** Of a run profile whose workloads nobody knows. */
    static final Type<List<Expectation>> EXPECT = Type.of(
            "a map of figures and metrics",
            ExpectationGrammar::schema,
            value -> read(value, MetricLimitGrammar.UNKNOWN),
            ExpectationGrammar::write);

    private ExpectationGrammar() {}

    private static Key<List<Expectation>, Optional<Expectation>> key(Expectation.Metric metric) {
        Type<Expectation> type = Types.quantity(
                words(metric.unit()),
                "(>=|>|<=|<) ?" + pattern(metric.unit()),
                value -> read(metric, value).orElse(new Expectation(metric, Relation.AT_LEAST, 0)),
                ExpectationGrammar::write);
        return Key.<List<Expectation>, Expectation>optional(
                        metric.word(),
                        type,
                        all -> all.stream()
                                .filter(one -> one.metric() == metric)
                                .findFirst())
                .help(metric.meaning());
    }

    /**
     * In the order of {@link Expectation.Metric}, then metrics of the workloads by their ids, whatever the document's
     * is.
     */
    static List<Expectation> read(Value value, MetricLimitGrammar metrics) {
        Set<String> words = FIGURES.stream().map(Key::name).collect(Collectors.toSet());
        Set<String> ids = value.keys().stream()
                .filter(key ->
                        !words.contains(key) && Keywords.METRIC.matcher(key).matches())
                .collect(Collectors.toCollection(TreeSet::new));
        Fields fields = value.fields(OF_EVERY_RUN.what(), Keywords.with(words, ids.toArray(String[]::new)));
        List<Expectation> expectations = new ArrayList<>(figures(fields));
        if (!ids.isEmpty()) {
            Optional<Map<String, Metric>> declared = metrics.declared(value);
            for (String id : ids) {
                fields.optional(id, of -> read(id, of, declared), Optional.<Expectation>empty())
                        .ifPresent(expectations::add);
            }
        }
        return expectations;
    }

    private static List<Expectation> figures(Fields fields) {
        return FIGURES.stream().flatMap(figure -> figure.in(fields).stream()).toList();
    }

    private static Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> schema = OF_EVERY_RUN.schema(definitions);
        Map<String, Object> ofMetric = Types.pattern("(>=|>|<=|<) ?" + pattern(Unit.METRIC));
        ofMetric.put("description", "The statistic of a metric of the workloads at the capacity.");
        schema.put(
                "patternProperties", Definitions.schema("^(?!capacity$)" + Keywords.METRIC.pattern() + "$", ofMetric));
        return schema;
    }

    private static Optional<Expectation> read(String id, Value value, Optional<Map<String, Metric>> declared) {
        MetricLimitGrammar.check(value, id, declared);
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
                text.matches(SESSIONS) ? OptionalDouble.of(Integer.parseInt(text)) : OptionalDouble.empty();
            case DURATION ->
                Quantities.duration(text)
                        .map(duration -> OptionalDouble.of((double) duration.toMillis()))
                        .orElse(OptionalDouble.empty());
            case SHARE -> Quantities.percent(text).map(OptionalDouble::of).orElse(OptionalDouble.empty());
            case METRIC ->
                text.matches(NUMBER)
                        ? number(Double.parseDouble(text))
                        : bound(Unit.DURATION, text).stream()
                                .filter(millis -> millis <= MetricLimitGrammar.LONGEST)
                                .findFirst();
        };
    }

    /** Empty for one that the canonical form would write with more digits than are read. */
    private static OptionalDouble number(double number) {
        return MetricLimitGrammar.text(number).matches(NUMBER) ? OptionalDouble.of(number) : OptionalDouble.empty();
    }

    private static String form(Unit unit) {
        return switch (unit) {
            case SESSIONS -> "a number of sessions, as `>= 8`";
            case DURATION -> "a duration, as `< 900ms` or `<= 6s`";
            case SHARE -> "a percentage, as `<= 1%`";
            case METRIC ->
                "a number, as `>= 0.9`, or a duration of a metric in ms, at most " + MetricLimitGrammar.LONGEST + "ms";
        };
    }

    /** The form of a bound in a schema. */
    private static String pattern(Unit unit) {
        return switch (unit) {
            case SESSIONS -> SESSIONS;
            case DURATION -> Types.DURATION;
            case SHARE -> Quantities.PERCENT.pattern();
            case METRIC -> "(" + NUMBER + "|" + Types.DURATION + ")";
        };
    }

    private static String words(Unit unit) {
        return switch (unit) {
            case SESSIONS -> "sessions, as `>= 8`";
            case DURATION -> "a duration, as `< 900ms`";
            case SHARE -> "percent, as `<= 1%`";
            case METRIC -> "a number, or a duration of a metric in ms";
        };
    }

    /** The canonical form. */
    private static Map<String, Object> write(List<Expectation> expectations) {
        Map<String, Object> map = new LinkedHashMap<>();
        expectations.forEach(expectation -> map.put(expectation.metric().word(), write(expectation)));
        return map;
    }

    private static String write(Expectation expectation) {
        return expectation.relation().sign() + " " + bound(expectation);
    }

    private static String bound(Expectation expectation) {
        return switch (expectation.metric().unit()) {
            case SESSIONS -> Integer.toString((int) expectation.bound());
            case DURATION -> Quantities.format(Duration.ofMillis((long) expectation.bound()));
            case SHARE -> Quantities.formatPercent(expectation.bound());
            case METRIC -> MetricLimitGrammar.text(expectation.bound());
        };
    }
}
