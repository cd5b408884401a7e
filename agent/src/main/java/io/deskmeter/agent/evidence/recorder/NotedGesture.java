package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.measure.statistics.Quantiles;
import java.util.List;

/**
 * A gesture that was made to its end. Lengths are pixels of the desktop, instants monotonic nanoseconds.
 *
 * @param width of the stage; 0 where things move in one direction only, which is y
 * @param height of the stage, or how far what is moved can be moved
 * @param moves in their order, at least one
 * @param seen in the order of arrival
 * @param problem why the lags tell nothing of the desktop, without a full stop; empty if they do
 * @param figures what was measured, for people
 */
public record NotedGesture(
        double width, double height, List<Move> moves, List<Seen> seen, String problem, List<String> figures) {
    /** Beyond this lag, in milliseconds, tracking suffers: Pavlovych and Stuerzlinger, Graphics Interface 2011. */
    public static final double LATE = 110;

    /** Beyond this lag, in milliseconds, people notice it: Attig et al. 2017. */
    public static final int NOTICED = 60;

    private static final double P95 = 0.95;

    public NotedGesture {
        moves = List.copyOf(moves);
        seen = List.copyOf(seen);
        figures = List.copyOf(figures);
    }

    /**
     * A place to which the pointer was sent.
     *
     * @param lagMillis until a frame showed it or a later one; NaN if none did
     */
    public record Move(long at, double x, double y, double lagMillis) {
        public boolean isSeen() {
            return !Double.isNaN(lagMillis);
        }
    }

    /**
     * A place at which a frame showed what is moved.
     *
     * @param lagMillis since the move that leads there was sent; NaN where none does
     */
    public record Seen(long at, double x, double y, double lagMillis) {}

    /** Whether more than 5 % of the moves were seen too late, or never. */
    public boolean isLate() {
        double[] lags = moves.stream()
                .mapToDouble(move -> move.isSeen() ? move.lagMillis() : Double.POSITIVE_INFINITY)
                .sorted()
                .toArray();
        return problem.isEmpty() && Quantiles.of(lags, P95) > LATE;
    }

    public boolean isPlane() {
        return width > 0;
    }
}
