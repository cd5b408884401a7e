package io.deskmeter.agent.gesture;

import io.deskmeter.agent.evidence.recorder.NotedGesture.Move;
import io.deskmeter.agent.evidence.recorder.NotedGesture.Seen;
import io.deskmeter.agent.gesture.ScrollAnalysis.ScrollStep;
import io.deskmeter.measure.statistics.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The parts of a gesture's picture: what was sent, what was seen, and its figures in words. Pure functions. */
final class GesturePaths {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;
    private static final double MEDIAN = 0.5;
    private static final double P95 = 0.95;

    private GesturePaths() {}

    static Move move(PointerMove sent, DragFigures.@Nullable Lag lag) {
        return new Move(sent.firedAt(), sent.x(), sent.y(), lag == null ? Double.NaN : lag.millis());
    }

    /** @param moves the first is the grip, at which nothing has been moved */
    static Seen seen(List<PointerMove> moves, SeenObject frame) {
        int shows = DragAnalysis.nearest(moves, frame);
        double lag = shows == 0 ? Double.NaN : (frame.at() - moves.get(shows).firedAt()) / NANOS_PER_MILLI;
        return new Seen(frame.at(), frame.x(), frame.y(), lag);
    }

    /** @param top the offset at the upper edge of the picture */
    static List<Move> moves(List<ScrollStep> steps, List<Optional<SeenOffset>> shown, double top) {
        return IntStream.range(0, steps.size())
                .mapToObj(i -> {
                    ScrollStep step = steps.get(i);
                    double lag = shown.get(i)
                            .map(frame -> (frame.at() - step.firedAt()) / NANOS_PER_MILLI)
                            .orElse(Double.NaN);
                    return new Move(step.firedAt(), 0, step.offset() - top, lag);
                })
                .toList();
    }

    static Seen seen(List<ScrollStep> steps, SeenOffset frame, double top) {
        double lag = steps.stream()
                .filter(step -> Math.abs(step.offset() - frame.offset()) <= ScrollAnalysis.NEAR)
                .findFirst()
                .map(step -> (frame.at() - step.firedAt()) / NANOS_PER_MILLI)
                .orElse(Double.NaN);
        return new Seen(frame.at(), 0, frame.offset() - top, lag);
    }

    static List<String> words(DragFigures figures, int moves) {
        List<String> words = new ArrayList<>();
        double[] lags = figures.lags().stream()
                .mapToDouble(DragFigures.Lag::millis)
                .sorted()
                .toArray();
        words.add(lagWords(lags));
        words.add(String.format(Locale.ROOT, "standard deviation: %.1f ms", figures.lagSd()));
        words.add(String.format(
                Locale.ROOT,
                "moves seen: %.1f %%, never seen: %d",
                PERCENT * figures.shown(),
                moves - figures.lags().size()));
        words.add(String.format(Locale.ROOT, "distance from the pointer p95: %.1f px", figures.errorP95()));
        words.add(String.format(Locale.ROOT, "at the end: %.1f px", figures.finalError()));
        return words;
    }

    static List<String> words(List<Move> moves, ScrollAnalysis analysis) {
        double[] lags = moves.stream()
                .mapToDouble(Move::lagMillis)
                .filter(lag -> !Double.isNaN(lag))
                .sorted()
                .toArray();
        return List.of(
                lagWords(lags),
                String.format(Locale.ROOT, "steps seen: %d of %d", analysis.distinct(), moves.size()),
                "motions against the direction: " + analysis.reversals());
    }

    private static String lagWords(double[] sorted) {
        return sorted.length == 0
                ? "lag: unknown, no move was seen"
                : String.format(
                        Locale.ROOT,
                        "lag p50: %.1f ms, p95: %.1f ms",
                        Quantiles.of(sorted, MEDIAN),
                        Quantiles.of(sorted, P95));
    }
}
