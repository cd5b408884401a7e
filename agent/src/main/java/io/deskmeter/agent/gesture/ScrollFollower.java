package io.deskmeter.agent.gesture;

import io.deskmeter.agent.evidence.recorder.NotedGesture;
import io.deskmeter.agent.gesture.ScrollAnalysis.ScrollStep;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.screen.Frame;
import io.deskmeter.vision.tracking.ScrollTracker;
import io.deskmeter.workload.metric.MetricSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Follows the picture of a scrolling. */
final class ScrollFollower implements GestureFollower {
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MILLI = 1e6;

    /** By how much an offset is off on a display without loss. */
    private static final double PLACE = 0.5;

    private final ScrollGesture gesture;
    private final ScrollTracker tracker;
    private final List<SeenOffset> seen = new ArrayList<>();
    private final UnreadTime unread = new UnreadTime("the picture was not recognised");

    /** How many steps frames have shown. */
    private int shown;

    ScrollFollower(ScrollGesture gesture) {
        this.gesture = gesture;
        this.tracker = gesture.tracker();
    }

    @Override
    public void see(Frame frame, long at, long before) {
        Optional<ScrollTracker.Offset> offset = tracker.find(frame);
        unread.see(at, offset.isPresent());
        if (offset.isPresent()) {
            SeenOffset found = new SeenOffset(
                    at,
                    before,
                    offset.get().offset() / gesture.scale(),
                    offset.get().torn());
            seen.add(found);
            while (!found.torn() && shown < gesture.moves() && shows(found, shown + 1)) {
                shown++;
            }
        }
    }

    private boolean shows(SeenOffset frame, int step) {
        return (frame.offset() - gesture.offsetAfter(step)) * gesture.direction() >= -ScrollAnalysis.NEAR;
    }

    @Override
    public long waiting(SentInputs sent, long at) {
        return shown == gesture.moves() ? 0 : sent.out(gesture.firstMove() + shown, at);
    }

    @Override
    public List<SeriesValue> samples(MetricSource source, SentInputs sent) {
        String problem = problem(sent);
        if (sent.isWhole() && unread.sawNothing() && source == MetricSource.SCROLL_STEPS) {
            return List.of(SeriesValue.noBetterThan(sent.firedAt(0), sent.endedAt(), 0, problem));
        }
        boolean bounded = sent.isWhole() && unread.sawNothing() && source == MetricSource.SCROLL_LAG;
        if (!problem.isEmpty() && !bounded) {
            int count = source.samplesMoves() ? gesture.moves() : 1;
            return IntStream.range(0, count)
                    .mapToObj(i -> SeriesValue.unknown(sent.firedAt(0), sent.endedAt(), problem))
                    .toList();
        }
        List<ScrollStep> steps = steps(sent);
        ScrollAnalysis analysis = analysis(steps);
        return switch (source) {
            case SCROLL_LAG -> lags(steps, analysis.firstShown(), sent.endedAt());
            case SCROLL_STEPS -> one(sent, PERCENT * analysis.distinct() / steps.size(), 0);
            case SCROLL_REVERSALS -> one(sent, analysis.reversals(), 0);
            case SCROLL_FINAL_ERROR -> one(sent, analysis.finalError(), PLACE);
            default -> throw new IllegalArgumentException("source: " + source.id() + " (expected: one of a scrolling)");
        };
    }

    private List<ScrollStep> steps(SentInputs sent) {
        return IntStream.rangeClosed(1, gesture.moves())
                .mapToObj(
                        move -> new ScrollStep(sent.firedAt(gesture.firstMove() + move - 1), gesture.offsetAfter(move)))
                .toList();
    }

    private ScrollAnalysis analysis(List<ScrollStep> steps) {
        return new ScrollAnalysis(steps, gesture.direction(), gesture.offsetAfter(0), seen);
    }

    /** Why nothing can be told, without a full stop; empty if something can. */
    private String problem(SentInputs sent) {
        return sent.problem().isEmpty() ? unread.problem(sent.firedAt(0), sent.endedAt()) : sent.problem();
    }

    @Override
    public Optional<NotedGesture> noted(SentInputs sent) {
        if (!sent.isWhole()) {
            return Optional.empty();
        }
        List<ScrollStep> steps = steps(sent);
        ScrollAnalysis analysis = analysis(steps);
        double top = Math.min(gesture.offsetAfter(0), gesture.offsetAfter(gesture.moves()));
        double height = Math.abs(gesture.offsetAfter(gesture.moves()) - gesture.offsetAfter(0));
        List<NotedGesture.Move> moves = GesturePaths.moves(steps, analysis.firstShown(), top);
        List<NotedGesture.Seen> places = analysis.seen().stream()
                .map(frame -> GesturePaths.seen(steps, frame, top))
                .toList();
        return Optional.of(
                new NotedGesture(0, height, moves, places, problem(sent), GesturePaths.words(moves, analysis)));
    }

    private List<SeriesValue> lags(List<ScrollStep> steps, List<Optional<SeenOffset>> shown, long endedAt) {
        return IntStream.range(0, steps.size())
                .mapToObj(i -> shown.get(i)
                        .map(frame -> lag(steps.get(i).firedAt(), frame))
                        .orElseGet(() -> neverShown(steps.get(i).firedAt(), endedAt)))
                .toList();
    }

    private SeriesValue neverShown(long firedAt, long endedAt) {
        double waited = (unread.knownTo(endedAt) - firedAt) / NANOS_PER_MILLI;
        return SeriesValue.noBetterThan(firedAt, endedAt, waited, "no frame showed this step or a later one");
    }

    private static SeriesValue lag(long firedAt, SeenOffset frame) {
        long without = Math.max(firedAt, frame.lastWithoutAt());
        return SeriesValue.known(
                firedAt,
                frame.at(),
                (frame.at() - firedAt) / NANOS_PER_MILLI,
                (frame.at() - without) / NANOS_PER_MILLI);
    }

    private static List<SeriesValue> one(SentInputs sent, double value, double uncertainty) {
        return List.of(
                Double.isNaN(value)
                        ? SeriesValue.unknown(sent.firedAt(0), sent.endedAt(), "no frame showed a motion")
                        : SeriesValue.known(sent.firedAt(0), sent.endedAt(), value, uncertainty));
    }
}
