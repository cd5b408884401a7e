package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.ScratchMemory;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.verify.PlainSpots;

/**
 * Searches a rectangle of one colour, for which correlation is undefined: the score is 1 −
 * d/{@value Template#PLAIN_RANGE} with the mean absolute difference d of a channel from the template's mean colour, of
 * 255. A summed-area table of the differences gives it exactly for every place. A place with a spot of another colour
 * is another picture, however little it changes the mean.
 */
final class PlainSearch implements Search {
    private final int width;
    private final int height;
    private final int colour;
    private final double threshold;
    private final MatcherCounters tally;
    private final PlainSpots spots;

    PlainSearch(Template template, MatcherCounters tally) {
        this.width = template.width();
        this.height = template.height();
        this.colour = template.meanColour();
        this.threshold = template.threshold();
        this.tally = tally;
        this.spots = template.plainSpots();
    }

    @Override
    public void search(ScreenSums picture, Rect positions, RowBests bests, ScratchMemory scratch) {
        search(picture, positions, bests, threshold);
    }

    private void search(ScreenSums picture, Rect positions, RowBests bests, double least) {
        tally.places += (long) positions.width() * positions.height();
        int columns = positions.width() + width - 1;
        // Differences summed down each column over the template's height, updated row by row.
        int[] sums = new int[columns];
        for (int y = positions.y(); y < positions.y() + height - 1; y++) {
            add(picture, positions.x(), y, sums, 1);
        }
        for (int y = positions.y(); y < positions.bottom(); y++) {
            add(picture, positions.x(), y + height - 1, sums, 1);
            offerRow(picture, positions, y, sums, bests, least);
            add(picture, positions.x(), y, sums, -1);
        }
    }

    private void add(ScreenSums picture, int x, int y, int[] sums, int sign) {
        int[] seen = picture.rgb();
        int from = y * picture.width + x;
        for (int i = 0; i < sums.length; i++) {
            sums[i] += sign * Grey.colourDifference(seen[from + i], colour);
        }
    }

    private void offerRow(ScreenSums picture, Rect positions, int y, int[] sums, RowBests bests, double least) {
        long difference = 0;
        for (int i = 0; i < width - 1; i++) {
            difference += sums[i];
        }
        for (int i = 0; i < positions.width(); i++) {
            difference += sums[i + width - 1];
            double score = 1 - difference / (3.0 * width * height * Template.PLAIN_RANGE);
            int x = positions.x() + i;
            if (score >= least
                    && bests.wouldTake(score, x, y)
                    && (least < threshold || difference < spots.least() || spots.in(picture, x, y) == null)) {
                bests.offer(score, x, y);
            }
            difference -= sums[i];
        }
    }

    /** An area of one colour has no details, for which a place could be refused. */
    @Override
    public boolean isBesideBetter(
            ScreenSums picture, Match match, Rect positions, RowBests bests, ScratchMemory scratch) {
        return false;
    }

    @Override
    public Match nearest(ScreenSums picture, Rect positions) {
        RowBests all = new RowBests(positions.bottom());
        search(picture, positions, all, -1 + Math.ulp(1.0));
        Match best = all.best(width, height);
        boolean found = best.score() >= threshold
                && spots.in(picture, best.place().x(), best.place().y()) == null;
        return new Match(found, best.score(), best.place());
    }

    @Override
    public void close() {
        // Has no native memory.
    }
}
