package io.deskmeter.agent.gesture;

import io.deskmeter.agent.evidence.recorder.NotedGesture;
import io.deskmeter.agent.series.FreezeFinder;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.screen.Frame;
import io.deskmeter.vision.tracking.ObjectPlace;
import io.deskmeter.vision.tracking.ObjectTracker;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.step.ReferenceStage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Follows the object of a drag. */
final class DragFollower implements GestureFollower {
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * By how much a place is off on a display without loss: pointers have whole pixels, and borders are found between
     * them.
     */
    private static final double PLACE = 0.5;

    /** A change of place that is no noise of a codec, in pixels. */
    private static final double MOVED = 2;

    private static final String NO_MOTION = "no frame showed a motion of the object";

    private final DragGesture gesture;
    private final ObjectTracker tracker;
    private final List<SeenObject> seen = new ArrayList<>();
    private final UnreadTime unread = new UnreadTime("the object was not found");
    private final List<PointerMove> places;
    /** The latest move that a frame has shown; 0 is the grip. */
    private int shown;

    private @Nullable Evaluation evaluation;

    /** A drag that is over. */
    private record Evaluation(List<PointerMove> moves, List<SeenObject> seen, DragFigures figures, long releasedAt) {}

    DragFollower(DragGesture gesture) {
        this.gesture = gesture;
        this.tracker = gesture.tracker();
        this.places = IntStream.rangeClosed(0, gesture.moves())
                .mapToObj(move -> gesture.commanded(move, 0))
                .toList();
    }

    @Override
    public void see(Frame frame, long at, long before) {
        Optional<ObjectPlace> place = tracker.find(frame);
        unread.see(at, place.isPresent());
        if (place.isPresent()) {
            SeenObject object = gesture.seen(place.get(), at, before);
            seen.add(object);
            shown = object.torn() ? shown : Math.max(shown, DragAnalysis.nearest(places, object));
        }
    }

    @Override
    public long waiting(SentInputs sent, long at) {
        return shown == gesture.moves() ? 0 : sent.out(gesture.firstMove() + shown, at);
    }

    @Override
    public List<SeriesValue> samples(MetricSource source, SentInputs sent) {
        String problem = problem(sent);
        if (!problem.isEmpty()) {
            return sent.isWhole() && unread.sawNothing()
                    ? nothingMoved(source, sent, problem)
                    : unknown(source, sent, problem);
        }
        Evaluation drag = evaluated(sent);
        DragFigures figures = drag.figures();
        return switch (source) {
            case DRAG_LAG -> lags(drag);
            case DRAG_JITTER -> one(drag, DragFigures::lagSd, 0);
            case DRAG_ERROR -> one(drag, DragFigures::errorP95, PLACE);
            case DRAG_MOVES -> one(drag, of -> PERCENT * of.shown(), 0);
            case DRAG_FREEZE -> one(drag, of -> freezes(drag), 0);
            case DRAG_PICK_UP ->
                Double.isNaN(figures.pickUp())
                        ? List.of(neverPickedUp(drag, NO_MOTION))
                        : one(drag, DragFigures::pickUp, pickUpResolution(figures));
            case DRAG_SETTLE -> one(drag, DragFigures::settle, settleResolution(drag));
            case DRAG_FINAL_ERROR -> one(drag, DragFigures::finalError, PLACE);
            default -> throw new IllegalArgumentException("source: " + source.id() + " (expected: one of a drag)");
        };
    }

    private List<SeriesValue> unknown(MetricSource source, SentInputs sent, String why) {
        int count = source.samplesMoves() ? gesture.moves() : 1;
        return IntStream.range(0, count)
                .mapToObj(i -> SeriesValue.unknown(sent.firedAt(0), sent.endedAt(), why))
                .toList();
    }

    /**
     * The screen stayed as it was, until the release at least. Whose fault that is, is not known, but nobody can have
     * seen more of the drag.
     */
    private List<SeriesValue> nothingMoved(MetricSource source, SentInputs sent, String why) {
        return switch (source) {
            case DRAG_LAG -> lags(evaluated(sent));
            case DRAG_PICK_UP -> List.of(neverPickedUp(evaluated(sent), why));
            case DRAG_MOVES -> List.of(SeriesValue.noBetterThan(sent.firedAt(0), sent.endedAt(), 0, why));
            case DRAG_FREEZE -> List.of(SeriesValue.noBetterThan(sent.firedAt(0), sent.endedAt(), PERCENT, why));
            default -> unknown(source, sent, why);
        };
    }

    private SeriesValue neverPickedUp(Evaluation drag, String why) {
        long firstAt = drag.moves().get(1).firedAt();
        double waited = (unread.knownTo(drag.releasedAt()) - firstAt) / NANOS_PER_MILLI;
        return SeriesValue.noBetterThan(drag.moves().get(0).firedAt(), drag.releasedAt(), waited, why);
    }

    private Evaluation evaluated(SentInputs sent) {
        Evaluation drag = evaluation == null ? evaluate(sent) : evaluation;
        evaluation = drag;
        return drag;
    }

    private Evaluation evaluate(SentInputs sent) {
        List<PointerMove> moves = IntStream.rangeClosed(0, gesture.moves())
                .mapToObj(move -> gesture.commanded(move, sent.firedAt(move)))
                .toList();
        long pressedAt = moves.get(0).firedAt();
        List<SeenObject> since =
                seen.stream().filter(frame -> frame.at() >= pressedAt).toList();
        return new Evaluation(moves, since, DragAnalysis.of(moves, since, sent.endedAt()), sent.endedAt());
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
        Evaluation drag = evaluated(sent);
        Map<Integer, DragFigures.Lag> shown = shown(drag);
        List<NotedGesture.Move> moves = IntStream.rangeClosed(1, gesture.moves())
                .mapToObj(move -> GesturePaths.move(drag.moves().get(move), shown.get(move)))
                .toList();
        List<NotedGesture.Seen> places = drag.seen().stream()
                .filter(frame -> !frame.torn())
                .map(frame -> GesturePaths.seen(drag.moves(), frame))
                .toList();
        return Optional.of(new NotedGesture(
                ReferenceStage.WIDTH,
                ReferenceStage.HEIGHT,
                moves,
                places,
                problem(sent),
                GesturePaths.words(drag.figures(), gesture.moves())));
    }

    private static Map<Integer, DragFigures.Lag> shown(Evaluation drag) {
        Map<Integer, DragFigures.Lag> shown = new HashMap<>();
        drag.figures().lags().forEach(lag -> shown.put(lag.move(), lag));
        return shown;
    }

    private List<SeriesValue> lags(Evaluation drag) {
        Map<Integer, DragFigures.Lag> shown = shown(drag);
        return IntStream.rangeClosed(1, gesture.moves())
                .mapToObj(move -> lag(drag.moves().get(move), shown.get(move), drag.releasedAt()))
                .toList();
    }

    private SeriesValue lag(PointerMove move, DragFigures.@Nullable Lag lag, long releasedAt) {
        if (lag == null) {
            double waited = (unread.knownTo(releasedAt) - move.firedAt()) / NANOS_PER_MILLI;
            return SeriesValue.noBetterThan(
                    move.firedAt(), releasedAt, waited, "no frame showed this move or a later one");
        }
        long at = move.firedAt() + Math.round(lag.millis() * NANOS_PER_MILLI);
        return SeriesValue.known(move.firedAt(), at, lag.millis(), lag.resolution());
    }

    private List<SeriesValue> one(Evaluation drag, ToDoubleFunction<DragFigures> figure, double uncertainty) {
        long from = drag.moves().get(0).firedAt();
        double value = figure.applyAsDouble(drag.figures());
        return List.of(
                Double.isNaN(value)
                        ? SeriesValue.unknown(from, drag.releasedAt(), NO_MOTION)
                        : SeriesValue.known(from, drag.releasedAt(), value, uncertainty));
    }

    private static double pickUpResolution(DragFigures figures) {
        return figures.lags().isEmpty() ? 0 : figures.lags().get(0).resolution();
    }

    private static double settleResolution(Evaluation drag) {
        long at = drag.releasedAt() + Math.round(drag.figures().settle() * NANOS_PER_MILLI);
        return drag.seen().stream()
                .filter(frame -> frame.at() == at && at > drag.releasedAt())
                .mapToDouble(frame -> (at - Math.max(drag.releasedAt(), frame.lastWithoutAt())) / NANOS_PER_MILLI)
                .findFirst()
                .orElse(0);
    }

    /** In percent of the time from the first move to the release. */
    private static double freezes(Evaluation drag) {
        List<Long> motions = new ArrayList<>();
        long begunAt = drag.moves().get(1).firedAt();
        double x = drag.moves().get(0).x();
        double y = drag.moves().get(0).y();
        for (SeenObject frame : drag.seen()) {
            if (Math.hypot(frame.x() - x, frame.y() - y) > MOVED) {
                motions.add(frame.at());
                x = frame.x();
                y = frame.y();
            }
        }
        if (motions.isEmpty()) {
            return PERCENT;
        }
        double nominal = (drag.releasedAt() - begunAt) / (double) drag.moves().size();
        long frozen = FreezeFinder.of(motions, drag.releasedAt(), nominal).stream()
                .mapToLong(FreezeFinder.Freeze::nanos)
                .sum();
        return PERCENT * frozen / (drag.releasedAt() - begunAt);
    }
}
