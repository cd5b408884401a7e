package io.deskmeter.agent.clip;

import io.deskmeter.agent.clip.FrameTrack.Shown;
import io.deskmeter.agent.series.FreezeFinder;
import io.deskmeter.agent.series.FreezeFinder.Freeze;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.sound.analysis.fidelity.Fidelity;
import io.deskmeter.sound.analysis.fidelity.Figure;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.ReferenceClip;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The figures of a clip that was played, second by second. Pure functions of what was seen and heard. */
public final class ClipFigures {
    private static final long SECOND = 1_000_000_000;
    private static final double MILLI = 1e6;
    private static final double PERCENT = 100;
    private static final double SAMPLES_PER_NANO = LagFinder.WINDOW / 1e9;
    /** Of fewer frames a second has no median. */
    private static final int LEAST_FRAMES = 3;
    /** If more of its frames cannot be read, the rest says nothing of a second. */
    private static final double MOST_UNREAD = 0.1;
    /**
     * 95 % interval of a median: so often the range of the middle half, divided by the root of the count (McGill, Tukey
     * and Larsen, 1978).
     */
    private static final double NOTCH = 1.57;
    /** An edge of a silence is found within a millisecond. */
    private static final double EDGE_MILLIS = 1;

    private final ReferenceClip clip;
    private final long begunAt;
    private final int seconds;
    private final Optional<FrameTrack> frames;
    private final String noFrames;
    private final List<SoundSecond> sound;
    private final List<Freeze> freezes;

    /**
     * Of a clip.
     *
     * @param begunAt when its first second began: with the input
     * @param frames empty where the clip was not found on the screen
     * @param noFrames why, without a full stop
     * @param sound one for each second
     */
    ClipFigures(
            ReferenceClip clip, long begunAt, Optional<FrameTrack> frames, String noFrames, List<SoundSecond> sound) {
        this.clip = clip;
        this.begunAt = begunAt;
        this.seconds = sound.size();
        this.frames = frames;
        this.noFrames = noFrames;
        this.sound = List.copyOf(sound);
        this.freezes = freezes();
    }

    /** The samples of a source: one for each second, or one for the whole. */
    public List<SeriesValue> of(MetricSource source) {
        return switch (source) {
            case VIDEO_START -> List.of(videoStart());
            case SOUND_START -> List.of(soundStart());
            case AV_SKEW,
                    SOUND_DROPOUT,
                    SOUND_JITTER,
                    SOUND_DRIFT,
                    SOUND_CONCEALED,
                    SOUND_REPEATED,
                    SOUND_REMOVED,
                    SOUND_BANDWIDTH,
                    SOUND_GAIN,
                    SOUND_CLIPPING,
                    SOUND_NOISE,
                    SOUND_SIDES,
                    VIDEO_FREEZE,
                    VIDEO_FRAMES -> each(second -> of(source, second));
            default -> throw new IllegalArgumentException("source: " + source.id() + " (expected: one of a clip)");
        };
    }

    /** The sample of a second, from a source that has one for each. */
    SeriesValue of(MetricSource source, int second) {
        return switch (source) {
            case AV_SKEW -> skew(second);
            case SOUND_DROPOUT -> dropout(second);
            case SOUND_JITTER -> fidelity(second, Fidelity::jitter);
            case SOUND_DRIFT -> fidelity(second, Fidelity::drift);
            case SOUND_CONCEALED -> fidelity(second, Fidelity::concealed);
            case SOUND_REPEATED -> fidelity(second, Fidelity::repeated);
            case SOUND_REMOVED -> fidelity(second, Fidelity::removed);
            case SOUND_BANDWIDTH -> fidelity(second, Fidelity::bandwidth);
            case SOUND_GAIN -> fidelity(second, Fidelity::gain);
            case SOUND_CLIPPING -> fidelity(second, Fidelity::clipped);
            case SOUND_NOISE -> fidelity(second, Fidelity::noise);
            case SOUND_SIDES -> fidelity(second, Fidelity::sides);
            case VIDEO_FREEZE -> freeze(second);
            case VIDEO_FRAMES -> shown(second);
            default -> throw new IllegalArgumentException("source: " + source.id() + " (expected: one of seconds)");
        };
    }

    private SeriesValue fidelity(int second, Function<Fidelity, Figure> figure) {
        Figure found = figure.apply(sound.get(second).fidelity());
        return found.isKnown() ? known(second, found.value(), found.uncertainty()) : unknown(second, found.unknown());
    }

    private List<SeriesValue> each(IntFunction<SeriesValue> figure) {
        return IntStream.range(0, seconds).mapToObj(figure).toList();
    }

    private long from(int second) {
        return begunAt + second * SECOND;
    }

    private SeriesValue known(int second, double value, double uncertainty) {
        return SeriesValue.known(from(second), from(second + 1), value, uncertainty);
    }

    private SeriesValue unknown(int second, String why) {
        return SeriesValue.unknown(from(second), from(second + 1), why);
    }

    /** The frames after the first, which the screen showed before the input. */
    private List<Shown> moving() {
        List<Shown> all = frames.map(FrameTrack::shown).orElse(List.of());
        return all.subList(Math.min(1, all.size()), all.size());
    }

    private List<Shown> arrivedIn(int second) {
        return moving().stream()
                .filter(frame -> frame.at() >= from(second) && frame.at() < from(second + 1))
                .toList();
    }

    private SeriesValue videoStart() {
        List<Shown> moving = moving();
        if (moving.isEmpty()) {
            return frames.isPresent()
                    ? SeriesValue.noBetterThan(begunAt, from(seconds), millisStill(frames.get()), "no frame moved")
                    : SeriesValue.unknown(begunAt, from(seconds), noFrames);
        }
        Shown first = moving.get(0);
        return SeriesValue.known(
                begunAt, first.at(), (first.at() - begunAt) / MILLI, (first.at() - first.before()) / MILLI);
    }

    /** For how long no frame moved: a frame that could not be read may have. */
    private double millisStill(FrameTrack track) {
        long until = track.unread().stream()
                .mapToLong(FrameTrack.Unread::at)
                .filter(at -> at >= begunAt)
                .min()
                .orElse(from(seconds));
        return (Math.min(until, from(seconds)) - begunAt) / MILLI;
    }

    private SeriesValue soundStart() {
        for (SoundSecond second : sound) {
            if (second.beganAt().isPresent()) {
                long at = second.beganAt().getAsLong();
                return SeriesValue.known(
                        begunAt, at, (at - begunAt) / MILLI, second.uncertainty() / MILLI + EDGE_MILLIS);
            }
        }
        long silent = sound.stream()
                .takeWhile(second -> second.unknown().equals(SoundAnalysis.SILENT))
                .count();
        String why = sound.get(0).unknown();
        return silent == 0
                ? SeriesValue.unknown(begunAt, from(seconds), why)
                : SeriesValue.noBetterThan(begunAt, from(seconds), silent * SECOND / MILLI, why);
    }

    /** Why nothing can be told of the frames of a second; empty if it can. */
    private String unseen(int second) {
        if (frames.isEmpty()) {
            return noFrames;
        }
        List<FrameTrack.Unread> unread = unreadIn(second);
        int all = arrivedIn(second).size() + unread.size();
        if (!unread.isEmpty() && unread.size() > MOST_UNREAD * all) {
            return unread.size() + " of " + all + " frames could not be read, the first since: "
                    + unread.get(0).reason();
        }
        return moving().isEmpty() || moving().get(0).at() >= from(second + 1) ? "no frame had moved yet" : "";
    }

    private List<FrameTrack.Unread> unreadIn(int second) {
        return frames.map(FrameTrack::unread).orElse(List.of()).stream()
                .filter(frame -> frame.at() >= from(second) && frame.at() < from(second + 1))
                .toList();
    }

    private SeriesValue skew(int second) {
        String unseen = unseen(second);
        if (!unseen.isEmpty()) {
            return unknown(second, unseen);
        }
        SoundSecond heard = sound.get(second);
        if (heard.position().isEmpty()) {
            return unknown(second, heard.unknown());
        }
        double[] skews = arrivedIn(second).stream()
                .mapToDouble(frame -> frame.at() - playedAt(frame, heard))
                .sorted()
                .toArray();
        if (skews.length < LEAST_FRAMES) {
            return unknown(second, skews.length + " frames came (expected: at least " + LEAST_FRAMES + ")");
        }
        double middleHalf = skews[(3 * skews.length) / 4] - skews[skews.length / 4];
        double uncertainty = NOTCH * middleHalf / Math.sqrt(skews.length) + heard.uncertainty();
        return known(second, median(skews) / MILLI, uncertainty / MILLI);
    }

    /** When the sound was played that belongs to a frame. */
    private double playedAt(Shown frame, SoundSecond heard) {
        double position = frame.number() * (double) LagFinder.WINDOW / clip.framesPerSecond();
        return heard.startAt() + (position - heard.position().orElseThrow()) / SAMPLES_PER_NANO;
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private SeriesValue dropout(int second) {
        SoundSecond heard = sound.get(second);
        OptionalDouble lost = heard.lostMillis();
        if (lost.isEmpty()) {
            return unknown(second, heard.unknown());
        }
        double perMilli = PERCENT / 1_000;
        return known(second, lost.getAsDouble() * perMilli, 2 * EDGE_MILLIS * heard.dropouts() * perMilli);
    }

    private SeriesValue freeze(int second) {
        String unseen = unseen(second);
        if (!unseen.isEmpty()) {
            return unknown(second, unseen);
        }
        long frozen = 0;
        for (Freeze freeze : freezes) {
            frozen += Math.max(0, Math.min(freeze.to(), from(second + 1)) - Math.max(freeze.from(), from(second)));
        }
        return known(second, PERCENT * frozen / SECOND, 0);
    }

    /** The pauses between frames that are freezes, and the one that the end cuts off if it is one already. */
    private List<Freeze> freezes() {
        return FreezeFinder.of(
                moving().stream().map(Shown::at).toList(), from(seconds), (double) SECOND / clip.framesPerSecond());
    }

    private SeriesValue shown(int second) {
        String unseen = unseen(second);
        if (!unseen.isEmpty()) {
            return shownAtMost(second, unseen);
        }
        // What passes before the first frame moves is told by the start of the video.
        long since = Math.max(from(second), moving().get(0).at());
        double due = clip.framesPerSecond() * (from(second + 1) - since) / (double) SECOND;
        if (due < LEAST_FRAMES) {
            return unknown(second, "less than " + LEAST_FRAMES + " frames were due");
        }
        int count = arrivedIn(second).size();
        return known(second, PERCENT * count / due, PERCENT / due);
    }

    /** Frames that could not be read were seen at best, so there were no more than came. */
    private SeriesValue shownAtMost(int second, String why) {
        if (moving().isEmpty() || moving().get(0).at() >= from(second)) {
            return unknown(second, why); // it is not known how many were due
        }
        double came = arrivedIn(second).size() + unreadIn(second).size();
        double bound = PERCENT * came / clip.framesPerSecond();
        return SeriesValue.noBetterThan(from(second), from(second + 1), bound, why);
    }
}
