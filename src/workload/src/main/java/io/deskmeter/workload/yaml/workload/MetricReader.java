package io.deskmeter.workload.yaml.workload;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what a workload measures beside responses. */
final class MetricReader {
    /** The word of an expectation that is no metric, though it is written as one. */
    static final String RESERVED = "capacity";

    private static final Set<String> KEYS = Set.of("title", "unit", "better", "judge", "from");
    private static final double DEFAULT_SHARE = 0.95;
    private static final Map<String, MetricSource> SOURCES = Stream.of(MetricSource.values())
            .filter(source -> !source.samplesIterations())
            .collect(Collectors.toMap(MetricSource::id, Function.identity()));
    private static final Map<String, Statistic> STATISTICS = Stream.of(
                    Statistic.P95, Statistic.P5, Statistic.MEAN, Statistic.MAX)
            .collect(Collectors.toMap(Statistic::word, Function.identity()));

    private final Value metric;
    private final List<Operation> operations;

    private MetricReader(Value metric, List<Operation> operations) {
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
                                        : new MetricReader(of, operations).read(id);
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
        Fields fields = metric.fields("a metric", KEYS);
        Optional<MetricSource> source = fields.has("from") || !SOURCES.containsKey(id)
                ? fields.required("from", MetricReader::source, Optional.empty())
                : MetricSource.of(id);
        source.ifPresent(this::checkOperations);
        Metric normal =
                source.map(MetricSource::metric).orElse(new Metric(id, id, "1", Better.LOWER, Statistic.MEAN, id));
        String unit = fields.optional("unit", of -> unit(of, source), normal.unit());
        Better better = fields.optional("better", of -> of.choice(words(), normal.better()), normal.better());
        Statistic statistic = fields.optional("judge", MetricReader::statistic, normal.statistic());
        checkJudge(better, statistic);
        String title = fields.optional("title", of -> of.text(Keywords.TITLE, Keywords.TITLE_FORM), normal.title());
        return Optional.of(new Metric(id, title, unit, better, statistic, normal.source()));
    }

    private static List<String> sorted() {
        return SOURCES.keySet().stream().sorted().toList();
    }

    private static Map<String, Better> words() {
        return Keywords.of(Better.class);
    }

    private static Optional<MetricSource> source(Value value) {
        String id = value.string().orElse("");
        if (!SOURCES.containsKey(id)) {
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

    private static Statistic statistic(Value value) {
        return value.isMap() ? within(value) : value.choice(STATISTICS, Statistic.MEAN);
    }

    private static Statistic within(Value value) {
        Fields fields = value.fields("a band", Set.of("within", "share"));
        Optional<double[]> band = fields.required("within", MetricReader::band, Optional.empty());
        double share = fields.optional("share", MetricReader::share, DEFAULT_SHARE);
        return band.<Statistic>map(ends -> new Statistic.Within(ends[0], ends[1], share))
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
