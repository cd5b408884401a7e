package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The best match of each row of positions. So damage invalidates only rows whose best match it touches, and memory does not grow with the number of
 * matches.
 */
final class RowBests {
    private final double[] scores;
    private final int[] columns;
    /** An upper bound of the scores of deferred places; 0 if there are none. */
    private final double[] bounds;

    /** Places that were decided with pixels beside them, too: row and column. */
    private final Set<Long> decided = new LinkedHashSet<>();

    RowBests(int rows) {
        scores = new double[rows];
        columns = new int[rows];
        bounds = new double[rows];
        Arrays.fill(scores, Pattern.NO_MATCH);
    }

    int rows() {
        return scores.length;
    }

    /** Stores a match if it is better than the row's, or as good and further left. */
    void offer(double score, int x, int y) {
        if (wouldTake(score, x, y)) {
            scores[y] = score;
            columns[y] = x;
        }
    }

    boolean wouldTake(double score, int x, int y) {
        return score > scores[y] || (score == scores[y] && x < columns[y]);
    }

    /** Notes a place which is a match, or is none, because of pixels beside it. */
    void decided(int x, int y) {
        decided.add((long) y << 32 | x);
    }

    /** The noted places, as positions, which a change of a part of the picture may decide otherwise though it does not touch them. */
    List<Rect> decidedBeside(Rect changed, int width, int height) {
        if (decided.isEmpty()) {
            return List.of(); // As on most frames.
        }
        List<Rect> found = new ArrayList<>();
        for (long place : decided) {
            int x = (int) place;
            int y = (int) (place >> 32);
            if (Template.readAround(new Rect(x, y, width, height)).intersects(changed)) {
                found.add(new Rect(x, y, 1, 1));
            }
        }
        return found;
    }

    /** Notes a deferred place, because a better one is known: its score is at most the bound. */
    void postpone(double bound, int y) {
        bounds[y] = Math.max(bounds[y], bound);
    }

    boolean isPostponed(int row) {
        return bounds[row] > 0;
    }

    /** The greatest score so far. */
    double bestScore() {
        double best = Pattern.NO_MATCH;
        for (double score : scores) {
            best = Math.max(best, score);
        }
        return best;
    }

    /** Whether a deferred place of the row may be the best of all. */
    boolean mayHold(int row, double best) {
        return bounds[row] > 0 && bounds[row] >= best;
    }

    /** These positions are searched again. */
    void forgetDecided(Rect positions) {
        if (decided.isEmpty()) {
            return;
        }
        decided.removeIf(place -> place >> 32 >= positions.y()
                && place >> 32 < positions.bottom()
                && (int) (long) place >= positions.x()
                && (int) (long) place < positions.right());
    }

    /** Whether the row's best match is in these columns, which have changed. */
    boolean bestIn(int row, int left, int right) {
        return scores[row] != Pattern.NO_MATCH && columns[row] >= left && columns[row] < right;
    }

    void forget(int row) {
        scores[row] = Pattern.NO_MATCH;
        bounds[row] = 0;
        if (!decided.isEmpty()) {
            decided.removeIf(place -> place >> 32 == row);
        }
    }

    /** The best match; of several equal ones the topmost, then the leftmost. */
    Match best(int width, int height) {
        int best = 0;
        for (int y = 1; y < scores.length; y++) {
            if (scores[y] > scores[best]) {
                best = y;
            }
        }
        return scores.length == 0 || scores[best] == Pattern.NO_MATCH
                ? Match.NONE
                : new Match(true, scores[best], new Rect(columns[best], best, width, height));
    }
}
