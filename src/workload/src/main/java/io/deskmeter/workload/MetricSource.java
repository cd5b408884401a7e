package io.deskmeter.workload;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where the samples of a metric come from: those of pictures look at the landmark of an operation that ends with {@code appears}, those of clips follow an operation that
 * {@link Operation#plays} one.
 */
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
            "p95"),
    /** From the first input to the first frame of the clip that differs from its first one. */
    VIDEO_START(
            "video-start",
            "Time from the input to the first moving frame",
            Metric.MILLISECONDS,
            Better.LOWER,
            "p95",
            Of.CLIP),
    /** From the first input to the first sound of the clip. */
    SOUND_START(
            "sound-start", "Time from the input to the first sound", Metric.MILLISECONDS, Better.LOWER, "p95", Of.CLIP),
    /** How much earlier than its picture the sound of a clip is heard; judged by what ITU-R BT.1359-1 calls acceptable. */
    AV_SKEW(
            "av-skew",
            "How much earlier than its picture sound is heard",
            Metric.MILLISECONDS,
            Better.LOWER,
            "within -185.0 to 90.0, share 0.95",
            Of.SECOND),
    /** How much of the sound of a clip is missing. */
    SOUND_DROPOUT("sound-dropout", "Sound that was not heard", "%", Better.LOWER, "mean", Of.SECOND),
    /** For how much of the time a clip stands still. */
    VIDEO_FREEZE("video-freeze", "Time in which the video stood still", "%", Better.LOWER, "mean", Of.SECOND),
    /** How many of the frames of a clip are seen. */
    VIDEO_FRAMES("video-frames", "Frames of the video that were seen", "%", Better.HIGHER, "p5", Of.SECOND);

    private enum Of {
        PICTURE,
        CLIP,
        SECOND
    }

    private final String id;
    private final String title;
    private final String unit;
    private final Better better;
    private final String statistic;
    private final Of of;

    MetricSource(String id, String title, String unit, Better better, String statistic) {
        this(id, title, unit, better, statistic, Of.PICTURE);
    }

    MetricSource(String id, String title, String unit, Better better, String statistic, Of of) {
        this.id = id;
        this.title = title;
        this.unit = unit;
        this.better = better;
        this.statistic = statistic;
        this.of = of;
    }

    /** As it is written in a workload. */
    public String id() {
        return id;
    }

    /** The metric that a workload gets that names this source and nothing else. */
    public Metric metric() {
        return new Metric(id, title, unit, better, Statistic.of(statistic).orElseThrow(), id);
    }

    /** Whether it looks at the landmark of an operation; otherwise it follows the clip that an operation plays. */
    public boolean looksAtLandmarks() {
        return of == Of.PICTURE;
    }

    /** Whether each second of an operation gives a sample; otherwise each operation gives one. */
    public boolean samplesSeconds() {
        return of == Of.SECOND;
    }

    /** Whether an operation can give samples: its condition waits for a landmark to appear, or it plays a clip. */
    public boolean samples(Operation operation) {
        return looksAtLandmarks()
                ? waitsForLandmark(operation)
                : operation.plays().isPresent();
    }

    private static boolean waitsForLandmark(Operation operation) {
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

    /** Ranges of values that publications name, each within the next one; none where nobody names any. */
    public List<Band> bands() {
        return this == AV_SKEW ? Bands.SKEW : List.of();
    }

    /** Whether each sample above 0 tells of something that happened in its second, such as a dropout. */
    public boolean tellsOfEvents() {
        return this == SOUND_DROPOUT || this == VIDEO_FREEZE;
    }

    private static final class Bands {
        private static final List<Band> SKEW = List.of(
                new Band("good", -60, 40, "EBU R37"),
                new Band("not noticed", -125, 45, "ITU-R BT.1359-1"),
                new Band("acceptable", -185, 90, "ITU-R BT.1359-1"));
    }

    /** The source of an id. */
    public static Optional<MetricSource> of(String id) {
        return Arrays.stream(values()).filter(source -> source.id.equals(id)).findFirst();
    }
}
