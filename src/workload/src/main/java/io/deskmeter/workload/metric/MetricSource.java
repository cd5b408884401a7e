package io.deskmeter.workload.metric;

import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where the samples of a metric come from: those of pictures look at the landmark of an operation that ends with
 * {@code appears}, those of clips follow an operation that {@link Operation#plays} one, those of gestures follow an
 * operation that drags or scrolls with a {@link Step.Gesture}. Those of sessions belong to no operation: no workload
 * declares them, and every session has them.
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
    /**
     * How much earlier than its picture the sound of a clip is heard; judged by what ITU-R BT.1359-1 calls acceptable.
     */
    AV_SKEW(
            "av-skew",
            "How much earlier than its picture sound is heard",
            Metric.MILLISECONDS,
            Better.LOWER,
            "within -185.0 to 90.0, share 0.95",
            Of.SECOND),
    /** How much of the sound of a clip is missing. */
    SOUND_DROPOUT("sound-dropout", "Sound that was not heard", "%", Better.LOWER, "mean", Of.SECOND),
    /** How much of the sound of a clip is something else, and no silence. */
    SOUND_CONCEALED(
            "sound-concealed", "Sound in place of which another was heard", "%", Better.LOWER, "mean", Of.SECOND),
    /** How much of the sound of a clip is heard again. */
    SOUND_REPEATED("sound-repeated", "Sound that was heard again", "%", Better.LOWER, "mean", Of.SECOND),
    /** How much of the sound of a clip is left out without silence. */
    SOUND_REMOVED("sound-removed", "Sound that was left out", "%", Better.LOWER, "mean", Of.SECOND),
    /** How evenly the sound of a clip is late: standard deviation without drift. */
    SOUND_JITTER(
            "sound-jitter", "Deviation of the delay of the sound", Metric.MILLISECONDS, Better.LOWER, "p95", Of.SECOND),
    /** By how much the sound of a clip is played too fast. */
    SOUND_DRIFT(
            "sound-drift",
            "How much too fast the sound was played",
            "ppm",
            Better.LOWER,
            "within -300.0 to 300.0, share 0.95",
            Of.SECOND),
    /** Up to which frequency the sound of a clip is heard as it should be. */
    SOUND_BANDWIDTH("sound-bandwidth", "Highest frequency that was heard", "Hz", Better.HIGHER, "p5", Of.SECOND),
    /** How much louder than the clip its sound is. */
    SOUND_GAIN(
            "sound-gain",
            "How much louder the sound was heard",
            "dB",
            Better.LOWER,
            "within -6.0 to 6.0, share 0.95",
            Of.SECOND),
    /** How many samples of the sound of a clip are cut off. */
    SOUND_CLIPPING("sound-clipping", "Samples of the sound that were cut off", "%", Better.LOWER, "mean", Of.SECOND),
    /** Noise where a clip has no sound. */
    SOUND_NOISE("sound-noise", "Level of the noise", "dB", Better.LOWER, "p95", Of.SECOND),
    /** Whether the sides of the sound of a clip are heard on their own side. */
    SOUND_SIDES("sound-sides", "Sides of the sound that were heard apart", "1", Better.HIGHER, "p5", Of.SECOND),
    /** For how much of the time a clip stands still. */
    VIDEO_FREEZE("video-freeze", "Time in which the video stood still", "%", Better.LOWER, "mean", Of.SECOND),
    /** How many of the frames of a clip are seen. */
    VIDEO_FRAMES("video-frames", "Frames of the video that were seen", "%", Better.HIGHER, "p5", Of.SECOND),
    /** How late each move of a drag is seen. */
    DRAG_LAG(
            "drag-lag",
            "Time from a move of the pointer to the frame that shows it",
            Metric.MILLISECONDS,
            Better.LOWER,
            "p95",
            Of.DRAG_MOVE),
    /** The standard deviation of the lags of one drag. */
    DRAG_JITTER(
            "drag-jitter",
            "Standard deviation of the lag within a drag",
            Metric.MILLISECONDS,
            Better.LOWER,
            "p95",
            Of.DRAG),
    /** How far the object is from the pointer: the 95th percentile over the time of one drag. */
    DRAG_ERROR("drag-error", "Distance of the dragged object from the pointer", "px", Better.LOWER, "p95", Of.DRAG),
    /** How many moves of a drag are seen. */
    DRAG_MOVES("drag-moves", "Moves of the pointer that were seen", "%", Better.HIGHER, "p5", Of.DRAG),
    /** For how much of a drag the object stands still. */
    DRAG_FREEZE("drag-freeze", "Time in which the dragged object stood still", "%", Better.LOWER, "mean", Of.DRAG),
    /** From the first move to the first frame on which the object has moved. */
    DRAG_PICK_UP(
            "drag-pick-up",
            "Time from the first move to the first motion",
            Metric.MILLISECONDS,
            Better.LOWER,
            "p95",
            Of.DRAG),
    /** From the release to the last frame that changes the object's place. */
    DRAG_SETTLE(
            "drag-settle",
            "Time from the release to the last motion",
            Metric.MILLISECONDS,
            Better.LOWER,
            "p95",
            Of.DRAG),
    /** How far from its release the object comes to rest. */
    DRAG_FINAL_ERROR(
            "drag-final-error", "Distance from the release to the resting place", "px", Better.LOWER, "p95", Of.DRAG),
    /** How late each step of a scrolling is seen. */
    SCROLL_LAG(
            "scroll-lag",
            "Time from a step of scrolling to the frame that shows it",
            Metric.MILLISECONDS,
            Better.LOWER,
            "p95",
            Of.SCROLL_STEP),
    /** How many steps of a scrolling are seen. */
    SCROLL_STEPS("scroll-steps", "Steps of scrolling that were seen", "%", Better.HIGHER, "p5", Of.SCROLL),
    /** How often the picture moves against the direction of scrolling. */
    SCROLL_REVERSALS(
            "scroll-reversals", "Motions against the direction of scrolling", "1", Better.LOWER, "mean", Of.SCROLL),
    /** How far from where it should the picture comes to rest. */
    SCROLL_FINAL_ERROR(
            "scroll-final-error",
            "Distance of the resting picture from where it should be",
            "px",
            Better.LOWER,
            "p95",
            Of.SCROLL),
    /** What the probe program itself takes: the longest time from an input that it got to its painting. */
    PROBE_PAINT(
            "probe-paint",
            "Longest time that the probe program took to paint",
            Metric.MILLISECONDS,
            Better.LOWER,
            "p95",
            Of.PROBE),
    /** For how much of the time a desktop answers no probe, whether anybody waits for it or not. */
    UNRESPONSIVE("unresponsive", "Time in which the desktop did not respond", "%", Better.LOWER, "mean", Of.SESSION);

    private enum Of {
        PICTURE,
        CLIP,
        SECOND,
        DRAG,
        DRAG_MOVE,
        SCROLL,
        SCROLL_STEP,
        PROBE,
        SESSION
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

    /** Whether it looks at the landmark of an operation. */
    public boolean looksAtLandmarks() {
        return of == Of.PICTURE;
    }

    /** Whether it follows the clip that an operation plays. */
    public boolean followsClips() {
        return of == Of.CLIP || of == Of.SECOND;
    }

    /** Whether it follows a gesture. */
    public boolean followsGestures() {
        return !looksAtLandmarks() && !followsClips() && !samplesIterations();
    }

    /** Whether each move of a gesture gives a sample. */
    public boolean samplesMoves() {
        return of == Of.DRAG_MOVE || of == Of.SCROLL_STEP;
    }

    /**
     * Whether each second of an operation gives a sample; one that samples neither seconds nor moves gives one for each
     * operation.
     */
    public boolean samplesSeconds() {
        return of == Of.SECOND;
    }

    /** Whether each iteration of every session gives a sample, which belongs to no operation. */
    public boolean samplesIterations() {
        return of == Of.SESSION;
    }

    /** The metrics that every session has, whatever it works. */
    public static List<Metric> ofEverySession() {
        return Arrays.stream(values())
                .filter(MetricSource::samplesIterations)
                .map(MetricSource::metric)
                .toList();
    }

    /**
     * Whether an operation can give samples: its condition waits for a landmark to appear, it plays a clip, or it has a
     * gesture of the kind.
     */
    public boolean samples(Operation operation) {
        return switch (of) {
            case PICTURE -> waitsForLandmark(operation);
            case CLIP, SECOND -> operation.plays().isPresent();
            case DRAG, DRAG_MOVE ->
                operation.gesture().filter(Step.SpiralDrag.class::isInstance).isPresent();
            case SCROLL, SCROLL_STEP ->
                operation.gesture().filter(Step.SteppedScroll.class::isInstance).isPresent();
            case PROBE -> operation.gesture().isPresent();
            case SESSION -> false;
        };
    }

    /** What an operation must have so that it gives samples, for messages. */
    public String needs() {
        return switch (of) {
            case PICTURE -> "`appears` in its `until`";
            case CLIP, SECOND -> "`plays`";
            case DRAG, DRAG_MOVE -> "a `drag` with `path`";
            case SCROLL, SCROLL_STEP -> "a `scroll` with `by`";
            case PROBE -> "a `drag` with `path` or a `scroll` with `by`";
            case SESSION -> "nothing: every session has it";
        };
    }

    private static boolean waitsForLandmark(Operation operation) {
        return operation.occurrences().stream()
                .flatMap(occurrence -> occurrence.until().condition().leaves())
                .anyMatch(Condition.Appears.class::isInstance);
    }

    /** Ranges of values that publications name, each within the next one; none where nobody names any. */
    public List<Band> bands() {
        return switch (this) {
            case AV_SKEW -> Bands.SKEW;
            case DRAG_LAG, SCROLL_LAG -> Bands.LAG;
            default -> List.of();
        };
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

        private static final List<Band> LAG = List.of(
                new Band("not noticed", 0, 60, "Attig et al. 2017"),
                new Band("tracking does not suffer", 0, 110, "Pavlovych and Stuerzlinger 2011"));
    }

    /** The source of an id. */
    public static Optional<MetricSource> of(String id) {
        return Arrays.stream(values()).filter(source -> source.id.equals(id)).findFirst();
    }
}
