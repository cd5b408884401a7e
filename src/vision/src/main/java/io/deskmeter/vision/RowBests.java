package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.template.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The best match of each row of positions. So damage invalidates only rows whose best match it touches, and memory does
 * not grow with the number of matches.
 */
final class RowBests {
    private final double[] scores;
    private final int[] columns;
    /** An upper bound of the scores of deferred places; 0 if there are none. */
    private final double[] bounds;

    /** Of a place that is a match. */
    private static final Refused NOT_REFUSED = new Refused(Pattern.NO_MATCH, 0);

    /**
     * Places that were decided with pixels beside them, too: row and column. With how alike those are that are none,
     * though their score is that of a match.
     */
    private final Map<Long, Refused> decided = new LinkedHashMap<>();

    /** Of these places, those that are none only because of a better one beside them. */
    private final Set<Long> overshadowed = new LinkedHashSet<>();

    /**
     * How alike a place is that is no match.
     *
     * @param difference of a channel, see {@link Pattern#colourDifference}
     */
    private record Refused(double score, double difference) {}

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

    /** Notes a place which is a match because of pixels beside it, too. */
    void accepted(int x, int y) {
        decided.put(key(x, y), NOT_REFUSED);
    }

    /** Notes a place which is none because of its details, or of pixels beside it. */
    void refused(double score, double difference, int x, int y) {
        decided.put(key(x, y), new Refused(score, difference));
    }

    /**
     * Notes a place which is none because of a better one beside it; its row must be searched again if it was the row's
     * best.
     */
    void overshadowed(double score, double difference, int x, int y) {
        refused(score, difference, x, y);
        overshadowed.add(key(x, y));
        if (scores[y] != Pattern.NO_MATCH && columns[y] == x) {
            scores[y] = Pattern.NO_MATCH;
            bounds[y] = 0;
        }
    }

    boolean isOvershadowed(int x, int y) {
        return !overshadowed.isEmpty() && overshadowed.contains(key(x, y));
    }

    /**
     * Whether a place shows mostly the same pixels as one that was refused, has a higher score and is nearer in
     * colours. The score alone does not tell: it ignores contrast, and a row of a list may have a higher one than the
     * greyed row beside it that is meant.
     */
    boolean isBesideBetter(double score, double difference, int x, int y, int width, int height) {
        for (Map.Entry<Long, Refused> place : decided.entrySet()) {
            Refused refused = place.getValue();
            if (refused.score() > score
                    && refused.difference() < difference
                    && isMostlySame(column(place.getKey()) - x, row(place.getKey()) - y, width, height)) {
                return true;
            }
        }
        return false;
    }

    /** Whether more than half of the pixels are common to two places that lie so far from each other. */
    static boolean isMostlySame(int right, int down, int width, int height) {
        int columns = width - Math.abs(right);
        int rows = height - Math.abs(down);
        return columns > 0 && rows > 0 && 2L * columns * rows > (long) width * height;
    }

    private static long key(int x, int y) {
        return (long) y << 32 | x;
    }

    private static int column(long key) {
        return (int) key;
    }

    private static int row(long key) {
        return (int) (key >> 32);
    }

    /**
     * The noted places, as positions, which a change of a part of the picture may decide otherwise though it does not
     * touch them.
     */
    List<Rect> decidedBeside(Rect changed, int width, int height) {
        if (decided.isEmpty()) {
            return List.of(); // As on most frames.
        }
        List<Rect> found = new ArrayList<>();
        for (long place : decided.keySet()) {
            int x = column(place);
            int y = row(place);
            if (Template.readAround(new Rect(x, y, width, height)).intersects(changed)) {
                found.add(new Rect(x, y, 1, 1));
            }
        }
        if (!overshadowed.isEmpty()) {
            addOvershadowed(changed, width, height, found);
        }
        return found;
    }

    /** Those beside a changed place, and those beside them: each depends on the better ones. */
    private void addOvershadowed(Rect changed, int width, int height, List<Rect> found) {
        List<Long> left = new ArrayList<>(overshadowed);
        List<Rect> altered = new ArrayList<>(List.of(changed));
        for (int i = 0; i < altered.size(); i++) {
            Rect reach = Template.readAround(altered.get(i)).grow(width, height, width, height);
            for (Iterator<Long> keys = left.iterator(); keys.hasNext(); ) {
                long key = keys.next();
                Rect place = new Rect(column(key), row(key), width, height);
                if (place.intersects(reach)) {
                    keys.remove();
                    altered.add(place);
                    found.add(new Rect(place.x(), place.y(), 1, 1));
                }
            }
        }
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
        decided.keySet().removeIf(key -> isIn(key, positions));
        overshadowed.removeIf(key -> isIn(key, positions));
    }

    private static boolean isIn(long key, Rect positions) {
        return row(key) >= positions.y()
                && row(key) < positions.bottom()
                && column(key) >= positions.x()
                && column(key) < positions.right();
    }

    /** Whether the row's best match is in these columns, which have changed. */
    boolean bestIn(int row, int left, int right) {
        return scores[row] != Pattern.NO_MATCH && columns[row] >= left && columns[row] < right;
    }

    void forget(int row) {
        scores[row] = Pattern.NO_MATCH;
        bounds[row] = 0;
        if (!decided.isEmpty()) {
            decided.keySet().removeIf(key -> row(key) == row && !overshadowed.contains(key));
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
