package io.deskmeter.workload.yaml.run;

import static io.deskmeter.workload.yaml.grammar.Definitions.anyOf;

import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.Statistic;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.NameSuggestion;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Definitions;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import io.deskmeter.workload.yaml.profile.References;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The limits that a run profile sets on metrics by their ids, and the metrics of its workloads. */
final class MetricLimitGrammar {
    /** In milliseconds: the canonical form has a duration as a number, which is read again. */
    static final long LONGEST = 999_999_999;

    private static final String FORM =
            "a number, or a duration as `900ms` of a metric in ms, at most " + LONGEST + "ms";

    private static final String PERCENT = "%";

    /** Of workloads that nobody knows. */
    static final MetricLimitGrammar UNKNOWN = new MetricLimitGrammar(References.none(), List.of());

    static final Type<Map<String, Double>> LIMITS = Type.of(
            "a map of the ids of metrics", MetricLimitGrammar::schema, UNKNOWN::read, MetricLimitGrammar::write);

    private final References references;
    private final List<String> workloads;

    MetricLimitGrammar(References references, List<String> workloads) {
        this.references = references;
        this.workloads = workloads;
    }

    private static Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> limit = anyOf(
                Types.NUMBER.schema(definitions),
                Types.pattern(Types.DURATION),
                Types.PERCENT.schema(definitions),
                Definitions.schema("description", "The share of a metric that is judged by a band.", "type", "null"));
        return Definitions.schema(
                "type",
                "object",
                "patternProperties",
                Map.of("^" + Keywords.METRIC.pattern() + "$", limit),
                "additionalProperties",
                false,
                "minProperties",
                1);
    }

    /** By id, sorted. */
    Map<String, Double> read(Value value) {
        Map<String, Double> limits = new TreeMap<>();
        Set<String> ids = value.keys();
        if (!value.isMap() || ids.isEmpty()) {
            value.expected("limits of metrics by their ids: a map of at least one, as `picture-similarity: 0.9`");
            return limits;
        }
        Optional<Map<String, Metric>> declared = declared(value);
        Fields fields = value.fields("limits of metrics by their ids", ids);
        for (String id : ids) {
            fields.optional(id, of -> limit(of, id, declared), Optional.<Double>empty())
                    .ifPresent(limit -> limits.put(id, limit));
        }
        return limits;
    }

    /** The metrics of the workloads, empty where nobody knows them. */
    Optional<Map<String, Metric>> declared(Value value) {
        return references.metrics(value, workloads);
    }

    private static Optional<Double> limit(Value value, String id, Optional<Map<String, Metric>> declared) {
        check(value, id, declared);
        Optional<Metric> metric = declared.map(metrics -> metrics.get(id));
        Optional<Statistic.Within> within = metric.map(Metric::statistic)
                .filter(Statistic.Within.class::isInstance)
                .map(Statistic.Within.class::cast);
        if (!value.isNothing()) {
            return quantity(value, metric);
        }
        if (within.isEmpty()) {
            value.problem(
                    "no limit (expected: a number in the metric's unit; only a metric that is judged by `within` has a"
                            + " limit of its own)");
        }
        return within.map(Statistic.Within::share);
    }

    /** Notes a problem if no workload measures it. */
    static void check(Value value, String id, Optional<Map<String, Metric>> declared) {
        if (!Keywords.METRIC.matcher(id).matches()) {
            value.problem("id " + id + " (expected: " + Keywords.METRIC_FORM + ")");
        } else if (declared.isPresent() && !declared.get().containsKey(id)) {
            value.problem("metric " + id + ": no workload of the profile measures it (expected "
                    + NameSuggestion.oneOf(
                            id, declared.get().keySet().stream().sorted().toList())
                    + ")");
        }
    }

    private static Optional<Double> quantity(Value value, Optional<Metric> metric) {
        Optional<Double> duration = value.string()
                .flatMap(Quantities::duration)
                .map(MetricLimitGrammar::millis)
                .filter(millis -> millis <= LONGEST);
        boolean inPercent = metric.filter(of -> of.unit().equals(PERCENT)).isPresent();
        Optional<Double> percent = value.string().flatMap(Quantities::percent).map(of -> inPercent ? 100 * of : of);
        Optional<Double> read = value.number().or(() -> duration).or(() -> percent);
        if (read.isEmpty()) {
            value.expected(FORM);
        } else if (metric.isPresent()) {
            check(value, metric.get(), read.get(), duration.isPresent(), percent.isPresent());
        }
        return read;
    }

    private static void check(Value value, Metric metric, double read, boolean duration, boolean percent) {
        if (metric.statistic() instanceof Statistic.Within) {
            if (duration || read < 0 || read > 1) {
                value.expected("a number in the metric's unit: a share from 0 to 1, or a percentage as `95%`");
            }
        } else if ((percent && !metric.unit().equals(PERCENT)) || (duration && !metric.isDuration())) {
            value.expected("a number in the metric's unit, `" + metric.unit() + "`");
        }
    }

    private static double millis(Duration duration) {
        return duration.toMillis();
    }

    /** The canonical form: numbers in the metrics' units. */
    static Map<String, Object> write(Map<String, Double> limits) {
        Map<String, Object> map = new LinkedHashMap<>();
        new TreeMap<>(limits).forEach((id, limit) -> map.put(id, plain(limit)));
        return map;
    }

    /** A number as text that an expectation reads back, never with an exponent. */
    static String text(double number) {
        BigDecimal plain = new BigDecimal(plain(number).toString());
        return plain.signum() == 0 ? "0" : plain.stripTrailingZeros().toPlainString();
    }

    /** Whole numbers without a decimal point. */
    private static Object plain(double number) {
        return number == Math.rint(number) ? (Object) (long) number : (Object) number;
    }
}
