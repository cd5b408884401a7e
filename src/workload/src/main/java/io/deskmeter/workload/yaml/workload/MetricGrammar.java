package io.deskmeter.workload.yaml.workload;

import static io.deskmeter.workload.yaml.grammar.Definitions.anyOf;
import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.metric.Statistic;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.NameSuggestion;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Definitions;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The keys of what a workload measures beside responses. */
final class MetricGrammar {
    /** The word of an expectation that is no metric, though it is written as one. */
    static final String RESERVED = "capacity";

    private static final double DEFAULT_SHARE = 0.95;
    private static final List<String> SOURCES = Stream.of(MetricSource.values())
            .filter(source -> !source.samplesIterations())
            .map(MetricSource::id)
            .toList();
    private static final String OF_SOURCE = "that of the source";

    private static final Key<Metric, Optional<MetricSource>> FROM = Key.<Metric, MetricSource>optional(
                    "from",
                    Type.of(
                            "a source",
                            d -> schema("enum", SOURCES),
                            value -> source(value).orElse(MetricSource.FRAME_GAP),
                            MetricSource::id))
            .help("the source of its samples, see the table below")
            .otherwise("the id, if it is that of a source");
    private static final Key<Metric, Optional<String>> TITLE = Key.<Metric, String>optional("title", Types.TITLE)
            .help("one line for people")
            .otherwise(OF_SOURCE);
    private static final Key<Metric, Optional<String>> UNIT = Key.<Metric, String>optional(
                    "unit",
                    Types.text(Keywords.UNIT, Keywords.UNIT_FORM)
                            .called("text of at most 20 characters without spaces"))
            .help("of the values: `ms`, `px`, `dB`, `%`, or `1` for a plain number; it must be that of the source")
            .otherwise(OF_SOURCE);
    private static final Key<Metric, Optional<Better>> BETTER = Key.<Metric, Better>optional(
                    "better", Types.choice(Better.class, Better.LOWER))
            .help("which values are the better ones")
            .otherwise(OF_SOURCE);
    private static final Key<Statistic, Optional<double[]>> WITHIN = Key.<Statistic, Optional<double[]>>required(
                    "within",
                    Type.of(
                            "two numbers, as `[0.9, 1]`",
                            d -> schema("type", "array", "items", Types.NUMBER.schema(d), "minItems", 2, "maxItems", 2),
                            MetricGrammar::band,
                            band -> List.of()),
                    Optional.empty())
            .help(
                    "the two ends of a band in the metric's unit; judged is the share of samples in it, and a larger share is better");
    private static final Key<Statistic, Double> SHARE = Key.<Statistic, Double>byDefault(
                    "share",
                    Type.of(
                            "a number from 0 to 1, or a percentage",
                            d -> anyOf(schema("type", "number", "minimum", 0, "maximum", 1), Types.PERCENT.schema(d)),
                            MetricGrammar::share,
                            share -> share),
                    DEFAULT_SHARE)
            .help("the limit of a run profile that names the metric without a number");
    static final MapType<Statistic> BAND = MapType.of("a band", MetricGrammar::within, WITHIN, SHARE);
    private static final Type<Statistic> WORD = Types.choice(
            List.of(Statistic.P95, Statistic.P5, Statistic.MEAN, Statistic.MAX), Statistic::word, Statistic.MEAN);
    private static final Key<Metric, Optional<Statistic>> JUDGE = Key.<Metric, Statistic>optional(
                    "judge",
                    Type.of(
                            WORD.words() + ", or a map: `within`, `share`",
                            d -> anyOf(WORD.schema(d), BAND.schema(d)),
                            value -> value.isMap() ? BAND.read(value) : WORD.read(value),
                            Statistic::word))
            .help(
                    "the statistic that judges all samples of a load point: one of these words, or a band, `{ within: [0.9, 1], share: 0.95 }`")
            .otherwise(OF_SOURCE);

    static final MapType<Metric> METRIC = MapType.of(
            "a metric",
            fields -> new MetricGrammar(fields.map(), List.of()).read("", fields),
            FROM,
            TITLE,
            UNIT,
            BETTER,
            JUDGE);

    /** By their ids, in the order of the document; of a workload that has no operations. */
    static final Type<List<Metric>> METRICS = Type.of(
            "a map of the ids of metrics",
            MetricGrammar::schemaById,
            value -> read(value, List.of()),
            all -> List.of());

    private final Value metric;
    private final List<Operation> operations;

    private MetricGrammar(Value metric, List<Operation> operations) {
        this.metric = metric;
        this.operations = operations;
    }

    /**
     * In the order of the document.
     *
     * @param operations of the workload
     */
    static List<Metric> read(Value value, List<Operation> operations) {
        List<Metric> metrics = new ArrayList<>();
        Set<String> ids = value.keys();
        if (!value.isMap() || ids.isEmpty()) {
            value.expected("metrics by their ids: a map of at least one, as `picture-similarity:`");
            return metrics;
        }
        Fields fields = value.fields("metrics by their ids", ids);
        for (String id : ids) {
            fields.optional(
                            id,
                            of -> {
                                checkId(of, id);
                                return isOfEverySession(id)
                                        ? Optional.<Metric>empty()
                                        : new MetricGrammar(of, operations).read(id);
                            },
                            Optional.<Metric>empty())
                    .ifPresent(metrics::add);
        }
        return metrics;
    }

    private static void checkId(Value value, String id) {
        if (!Keywords.METRIC.matcher(id).matches()) {
            value.problem("id " + id + " (expected: " + Keywords.METRIC_FORM + ")");
        } else if (id.equals(RESERVED)) {
            value.problem("id " + id + " (expected: another one; `expect:` has a figure of this name)");
        } else if (isOfEverySession(id)) {
            value.problem("id " + id + " (expected: another one; every session has this metric, and no workload"
                    + " declares it)");
        }
    }

    /** The id of a source may stand alone; any other needs one. */
    private static Map<String, Object> schemaById(Definitions definitions) {
        Map<String, Object> metric = METRIC.named("metric").schema(definitions);
        Map<String, Object> properties = new LinkedHashMap<>();
        SOURCES.forEach(id -> properties.put(id, anyOf(schema("type", "null"), metric)));
        String others = "^(?!(" + String.join("|", SOURCES) + "|" + RESERVED + ")$)" + Keywords.METRIC.pattern() + "$";
        Map<String, Object> withSource = schema("allOf", List.of(metric, schema("required", List.of(FROM.name()))));
        return schema(
                "type",
                "object",
                "properties",
                properties,
                "patternProperties",
                Map.of(others, withSource),
                "additionalProperties",
                false,
                "minProperties",
                1);
    }

    private static boolean isOfEverySession(String id) {
        return MetricSource.of(id).filter(MetricSource::samplesIterations).isPresent();
    }

    private Optional<Metric> read(String id) {
        if (metric.isNothing()) {
            Optional<MetricSource> named = MetricSource.of(id);
            if (named.isEmpty()) {
                metric.problem("no source (expected: `from: …`, " + NameSuggestion.oneOf(id, sorted()) + ")");
            } else {
                checkOperations(named.get());
            }
            return named.map(MetricSource::metric);
        }
        return Optional.of(read(id, METRIC.fields(metric)));
    }

    private Metric read(String id, Fields fields) {
        Optional<MetricSource> source = fields.has(FROM.name()) || !SOURCES.contains(id)
                ? fields.required(FROM.name(), MetricGrammar::source, Optional.empty())
                : MetricSource.of(id);
        source.ifPresent(this::checkOperations);
        Metric normal =
                source.map(MetricSource::metric).orElse(new Metric(id, id, "1", Better.LOWER, Statistic.MEAN, id));
        String unit = UNIT.in(fields, of -> Optional.of(unit(of, source))).orElse(normal.unit());
        Better better = BETTER.in(fields, of -> Optional.of(of.choice(Keywords.of(Better.class), normal.better())))
                .orElse(normal.better());
        Statistic statistic = JUDGE.in(fields).orElse(normal.statistic());
        checkJudge(better, statistic);
        return new Metric(id, TITLE.in(fields).orElse(normal.title()), unit, better, statistic, normal.source());
    }

    private static List<String> sorted() {
        return SOURCES.stream().sorted().toList();
    }

    private static Optional<MetricSource> source(Value value) {
        String id = value.string().orElse("");
        if (!SOURCES.contains(id)) {
            value.expected(NameSuggestion.oneOf(value.shown(), sorted()));
        }
        return MetricSource.of(id);
    }

    private void checkOperations(MetricSource source) {
        // Where there are none at all, that is the problem to tell.
        if (operations.isEmpty() || operations.stream().anyMatch(source::samples)) {
            return;
        }
        if (source.looksAtLandmarks()) {
            metric.problem("no operation ends with `appears` (expected: at least one; " + source.id()
                    + " looks at the landmark of such an operation)");
        } else if (source.followsClips()) {
            metric.problem("no operation has `plays` (expected: at least one; " + source.id()
                    + " follows the clip that such an operation plays)");
        } else {
            metric.problem("no operation has " + source.needs() + " (expected: at least one; " + source.id()
                    + " follows such a gesture)");
        }
    }

    private static String unit(Value value, Optional<MetricSource> source) {
        String unit = value.text(Keywords.UNIT, Keywords.UNIT_FORM);
        String given = source.map(known -> known.metric().unit()).orElse(unit);
        if (!unit.isEmpty() && !unit.equals(given)) {
            value.expected("`" + given + "`, that of the source "
                    + source.map(MetricSource::id).orElse(""));
        }
        return unit;
    }

    private static Statistic within(Fields fields) {
        double share = SHARE.in(fields);
        return WITHIN.in(fields)
                .<Statistic>map(ends -> new Statistic.Within(ends[0], ends[1], share))
                .orElse(Statistic.MEAN);
    }

    private static Optional<double[]> band(Value value) {
        List<Value> ends = value.isList() ? value.items("two numbers") : List.of();
        List<Double> numbers =
                ends.stream().flatMap(end -> end.number().stream()).toList();
        if (ends.size() != 2 || numbers.size() != 2) {
            value.expected("the two ends of a band in the metric's unit, as `[0.9, 1]`");
            return Optional.empty();
        }
        if (numbers.get(0) > numbers.get(1)) {
            value.problem("[" + ends.get(0).shown() + ", " + ends.get(1).shown()
                    + "] (expected: a band that rises; the lower end first)");
            return Optional.empty();
        }
        return Optional.of(new double[] {numbers.get(0), numbers.get(1)});
    }

    /** A number from 0 to 1, or a percentage. */
    static double share(Value value) {
        Optional<Double> share = value.isText()
                ? value.string().flatMap(Quantities::percent)
                : value.number().filter(number -> number >= 0 && number <= 1);
        if (share.isEmpty()) {
            value.expected("a share from 0 to 1, or a percentage as `95%`");
        }
        return share.orElse(DEFAULT_SHARE);
    }

    /** What counts as worst must be able to spoil the statistic, or a loss would make a result better. */
    private void checkJudge(Better better, Statistic statistic) {
        boolean byTheBest = better == Better.HIGHER
                ? statistic.equals(Statistic.P95) || statistic.equals(Statistic.MAX)
                : statistic.equals(Statistic.P5);
        if (byTheBest) {
            metric.problem("`judge: " + statistic.word() + "` with `better: " + better.word() + "` (expected: "
                    + (better == Better.HIGHER ? "p5" : "p95, max")
                    + ", mean or within; it would judge by the best samples)");
        }
    }
}
