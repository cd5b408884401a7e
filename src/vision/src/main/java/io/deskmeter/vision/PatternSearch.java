package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.CandidatePlaces;
import io.deskmeter.vision.filter.CoarseFilter;
import io.deskmeter.vision.filter.ContrastFilter;
import io.deskmeter.vision.filter.EnergyRows;
import io.deskmeter.vision.filter.ImageCorrelator;
import io.deskmeter.vision.filter.ScratchMemory;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.template.Template;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Searches for a pattern: a coarse filter over all places, then an exact comparison of the remaining ones. */
final class PatternSearch implements Search {
    /** Places at a time; bounds the scratch memory. */
    private static final int PLACES = 1 << 20;
    /**
     * A dense correlation costs per pixel of its area about as much as comparing this many pixels of candidates
     * (measured).
     */
    private static final long DENSE_COST = 50;

    private final Template template;
    private final Pattern pattern;
    private final double threshold;
    private final CoarseFilter coarseFilter;
    private final MatcherCounters tally;
    private @Nullable ImageCorrelator correlator;

    PatternSearch(Template template, MatcherCounters tally) {
        this.template = template;
        this.pattern = template.pattern();
        this.threshold = template.searchThreshold();
        this.coarseFilter = template.coarseFilter();
        this.tally = tally;
    }

    @Override
    public void search(ScreenSums picture, Rect positions, RowBests bests, ScratchMemory scratch) {
        for (Rect part : parts(picture, positions, scratch)) {
            sift(picture, part, scratch);
            judge(picture, part, bests, scratch);
        }
    }

    /** Parts of the positions that are searched at a time; the rest has too little contrast. */
    private List<Rect> parts(ScreenSums picture, Rect positions, ScratchMemory scratch) {
        tally.places += (long) positions.width() * positions.height();
        if (coarseFilter.block != ScreenSums.BLOCK) {
            return new ContrastFilter(picture, pattern, scratch.blockSums, positions).parts();
        }
        int rows = Math.max(pattern.height, PLACES / positions.width());
        if (positions.height() <= rows) {
            return List.of(positions);
        }
        List<Rect> parts = new ArrayList<>();
        for (int y = positions.y(); y < positions.bottom(); y += rows) {
            parts.add(new Rect(positions.x(), y, positions.width(), Math.min(rows, positions.bottom() - y)));
        }
        return parts;
    }

    private void sift(ScreenSums picture, Rect positions, ScratchMemory scratch) {
        scratch.candidates.clear();
        coarseFilter.sift(picture, positions, scratch);
        tally.candidates += scratch.candidates.size();
    }

    /**
     * Compares the most promising candidates first, until the remaining ones cannot be better than the best; those are
     * deferred.
     */
    private void judge(ScreenSums picture, Rect positions, RowBests bests, ScratchMemory scratch) {
        CandidatePlaces candidates = scratch.candidates;
        Rect area = positions.grow(0, 0, pattern.width - 1, pattern.height - 1);
        boolean dense = (long) candidates.size() * pattern.count > DENSE_COST * area.width() * area.height();
        float[] covariances = dense ? covariances(picture, area, positions) : new float[0];
        double best = bests.bestScore();
        for (int i : candidates.byBound()) {
            int x = candidates.x(i);
            int y = candidates.y(i);
            if (dense && mostCorrelation(covariances, positions, x, y, candidates.energy(i)) < threshold) {
                continue;
            }
            if (candidates.bound(i) < best) {
                bests.postpone(candidates.bound(i), y);
                continue;
            }
            // Equal pixels, as a display without loss shows them, need no more sums. Most places cannot have them,
            // which costs no look at their pixels.
            boolean equal = candidates.bound(i) >= 1
                    && template.isShownByEqualPixels(picture)
                    && template.residue().isEqual(picture, x, y);
            double score = equal ? 1 : pattern.correlation(picture, x, y, Pattern.CONTRAST, threshold);
            if (score < threshold || !bests.wouldTake(score, x, y)) {
                continue;
            }
            if (equal || isMatch(picture, score, x, y, bests)) {
                bests.offer(score, x, y);
                best = Math.max(best, score);
            }
        }
    }

    private boolean isMatch(ScreenSums picture, double score, int x, int y, RowBests bests) {
        if (!template.comparesDetails()) {
            return template.isAt(picture, x, y);
        }
        if (bests.isOvershadowed(x, y)) {
            return false;
        }
        double difference = difference(picture, x, y);
        if (!template.isAt(picture, x, y)) {
            bests.refused(score, difference, x, y);
            return false;
        }
        if (bests.isBesideBetter(score, difference, x, y, pattern.width, pattern.height)
                && !template.residue().isEqualButRounded(picture, x, y)) {
            bests.overshadowed(score, difference, x, y);
            return false;
        }
        bests.accepted(x, y);
        return true;
    }

    @Override
    public boolean isBesideBetter(
            ScreenSums picture, Match match, Rect positions, RowBests bests, ScratchMemory scratch) {
        Rect place = match.place();
        if (!template.comparesDetails()
                || match.score() >= 1
                || template.residue().isEqualButRounded(picture, place.x(), place.y())) {
            return false; // None is better.
        }
        double difference = difference(picture, place.x(), place.y());
        if (bests.isBesideBetter(match.score(), difference, place.x(), place.y(), pattern.width, pattern.height)) {
            return true;
        }
        Rect all = pattern.positions(picture);
        if (positions.equals(all)) {
            return false;
        }
        Rect beside = new Rect(place.x(), place.y(), 1, 1)
                .grow(pattern.width - 1, pattern.height - 1, pattern.width - 1, pattern.height - 1)
                .intersection(all);
        for (Rect part : without(beside, positions)) {
            if (!part.isEmpty() && isBetterIn(picture, match, difference, part, scratch)) {
                return true;
            }
        }
        return false;
    }

    /** What lies left, right, above and below. */
    private static List<Rect> without(Rect whole, Rect part) {
        int top = Math.max(whole.y(), part.y());
        int bottom = Math.min(whole.bottom(), part.bottom());
        return List.of(
                new Rect(whole.x(), whole.y(), whole.width(), Math.max(0, part.y() - whole.y())),
                new Rect(whole.x(), part.bottom(), whole.width(), Math.max(0, whole.bottom() - part.bottom())),
                new Rect(whole.x(), top, Math.max(0, part.x() - whole.x()), bottom - top),
                new Rect(part.right(), top, Math.max(0, whole.right() - part.right()), bottom - top));
    }

    /**
     * Whether one of these places is better and mostly the same pixels: then it is the one that the match shows in
     * part.
     */
    private boolean isBetterIn(
            ScreenSums picture, Match match, double difference, Rect positions, ScratchMemory scratch) {
        for (Rect part : parts(picture, positions, scratch)) {
            sift(picture, part, scratch);
            CandidatePlaces candidates = scratch.candidates;
            for (int i = 0; i < candidates.size(); i++) {
                int x = candidates.x(i);
                int y = candidates.y(i);
                if (candidates.bound(i) > match.score()
                        && isMostlySame(match.place(), x, y)
                        && pattern.correlation(picture, x, y, Pattern.CONTRAST, threshold) > match.score()
                        && difference(picture, x, y) < difference) {
                    return true;
                }
            }
        }
        return false;
    }

    private double difference(ScreenSums picture, int x, int y) {
        return pattern.colourDifference(picture, new Rect(x, y, pattern.width, pattern.height));
    }

    private boolean isMostlySame(Rect place, int x, int y) {
        return RowBests.isMostlySame(place.x() - x, place.y() - y, pattern.width, pattern.height);
    }

    private float[] covariances(ScreenSums picture, Rect area, Rect positions) {
        if (correlator == null) {
            correlator = new ImageCorrelator(pattern);
        }
        tally.correlations++;
        return correlator.covariances(picture, area, positions);
    }

    /** An upper bound of the correlation for a lower bound of the energy of the place. */
    private double mostCorrelation(float[] covariances, Rect positions, int x, int y, double leastEnergy) {
        double contrast = pattern.energy / (Pattern.CONTRAST * Pattern.CONTRAST);
        double energy = Math.max(contrast, leastEnergy * (1 - 1e-3));
        float covariance = covariances[(y - positions.y()) * positions.width() + x - positions.x()];
        return covariance / Math.sqrt(energy * pattern.energy) + ImageCorrelator.ROUNDING;
    }

    @Override
    public Match nearest(ScreenSums picture, Rect positions) {
        Match best = Match.NONE;
        int rows = Math.max(pattern.height, (1 << 19) / positions.width());
        for (int top = positions.y(); top < positions.bottom(); top += rows) {
            Rect band = new Rect(positions.x(), top, positions.width(), Math.min(rows, positions.bottom() - top));
            Rect area = band.grow(0, 0, pattern.width - 1, pattern.height - 1);
            float[] covariances = covariances(picture, area, band);
            EnergyRows energies = new EnergyRows(picture, pattern, band);
            for (int y = band.y(); y < band.bottom(); y++) {
                energies.next();
                for (int x = band.x(); x < band.right(); x++) {
                    if (mostCorrelation(covariances, band, x, y, energies.least(x)) > best.score()) {
                        best = better(best, picture, x, y);
                    }
                }
            }
        }
        return best;
    }

    private Match better(Match best, ScreenSums picture, int x, int y) {
        double score = pattern.correlation(picture, x, y, Pattern.CONTRAST, 0);
        if (score <= best.score()) {
            return best;
        }
        boolean found = score >= threshold && template.isAt(picture, x, y);
        return new Match(found, score, new Rect(x, y, pattern.width, pattern.height));
    }

    @Override
    public void close() {
        if (correlator != null) {
            correlator.close();
            correlator = null;
        }
    }

    @Override
    public String toString() {
        return "search for " + template;
    }
}
