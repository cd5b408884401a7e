package io.deskmeter.workload;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where the samples of a metric come from. All that exist look at the landmark of an operation that ends with {@code appears}. */
public enum MetricSource {
    /** How alike the landmark and its place on the screen are once the picture has come to rest. */
    PICTURE_SIMILARITY(
            "picture-similarity",
            "Similarity of the picture to its landmark when it has come to rest",
            "1",
            Better.HIGHER,
            "p5"),
    /** The same in the frame on which the operation ended. */
    PICTURE_SIMILARITY_AT_MATCH(
            "picture-similarity-at-match",
            "Similarity of the picture to its landmark in the frame that ended the operation",
            "1",
            Better.HIGHER,
            "p5"),
    /** From the first input to the last change of the landmark's place before it rests. */
    TIME_TO_FINAL_PICTURE(
            "time-to-final-picture",
            "Time from the input to the last change of the picture",
            Metric.MILLISECONDS,
            Better.LOWER,
            "p95"),
    /** The longest pause between two frames from the first input to the final picture. */
    FRAME_GAP(
            "frame-gap",
            "Longest pause between frames from the input to the final picture",
            Metric.MILLISECONDS,
            Better.LOWER,
            "p95");

    private final String id;
    private final String title;
    private final String unit;
    private final Better better;
    private final String statistic;

    MetricSource(String id, String title, String unit, Better better, String statistic) {
        this.id = id;
        this.title = title;
        this.unit = unit;
        this.better = better;
        this.statistic = statistic;
    }

    /** As it is written in a workload. */
    public String id() {
        return id;
    }

    /** The metric that a workload gets that names this source and nothing else. */
    public Metric metric() {
        return new Metric(id, title, unit, better, Statistic.of(statistic).orElseThrow(), id);
    }

    /** Whether an operation can give samples: its condition waits for a landmark to appear. */
    public boolean samples(Operation operation) {
        return operation.occurrences().stream()
                .anyMatch(occurrence -> appears(occurrence.until().condition()));
    }

    private static boolean appears(Condition condition) {
        if (condition instanceof Condition.All all) {
            return anyAppears(all.conditions());
        }
        return condition instanceof Condition.Any any
                ? anyAppears(any.conditions())
                : condition instanceof Condition.Appears;
    }

    private static boolean anyAppears(List<Condition> conditions) {
        return conditions.stream().anyMatch(MetricSource::appears);
    }

    /** The source of an id. */
    public static Optional<MetricSource> of(String id) {
        return Arrays.stream(values()).filter(source -> source.id.equals(id)).findFirst();
    }
}
