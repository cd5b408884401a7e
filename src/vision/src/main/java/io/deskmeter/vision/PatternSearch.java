package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import org.jspecify.annotations.Nullable;

/** Searches for a pattern: a coarse filter over all places, then an exact comparison of the remaining ones. */
final class PatternSearch implements Search {
    /** Places at a time; bounds the scratch memory. */
    private static final int PLACES = 1 << 20;
    /** A dense correlation costs per pixel of its area about as much as comparing this many pixels of candidates (measured). */
    private static final long DENSE_COST = 50;

    private final Template template;
    private final Pattern pattern;
    private final double threshold;
    private final CoarseFilter coarseFilter;
    private final MatcherCounters tally;
    private @Nullable Correlator correlator;

    PatternSearch(Template template, MatcherCounters tally) {
        this.template = template;
        this.pattern = template.pattern();
        this.threshold = template.searchThreshold();
        this.coarseFilter = template.coarseFilter();
        this.tally = tally;
    }

    @Override
    public void search(ScreenSums picture, Rect positions, RowBests bests, ScratchMemory scratch) {
        tally.places += (long) positions.width() * positions.height();
        if (coarseFilter.block == ScreenSums.BLOCK) {
            int rows = Math.max(pattern.height, PLACES / positions.width());
            for (int y = positions.y(); y < positions.bottom(); y += rows) {
                int height = Math.min(rows, positions.bottom() - y);
                look(picture, new Rect(positions.x(), y, positions.width(), height), bests, scratch);
            }
        } else {
            ContrastFilter busy = new ContrastFilter(picture, pattern, scratch.blockSums, positions);
            for (Rect part : busy.parts()) {
                look(picture, part, bests, scratch);
            }
        }
    }

    private void look(ScreenSums picture, Rect positions, RowBests bests, ScratchMemory scratch) {
        scratch.candidates.clear();
        coarseFilter.sift(picture, positions, scratch);
        tally.candidates += scratch.candidates.size();
        judge(picture, positions, bests, scratch);
    }

    /** Compares the most promising candidates first, until the remaining ones cannot be better than the best; those are deferred. */
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
            boolean equal = candidates.bound(i) >= 1 && template.residue().isEqual(picture, x, y);
            double score = equal ? 1 : pattern.correlation(picture, x, y, Pattern.CONTRAST, threshold);
            if (score < threshold || !bests.wouldTake(score, x, y)) {
                continue;
            }
            if (!equal && template.comparesDetails()) {
                bests.decided(x, y);
            }
            if (equal || template.isAt(picture, x, y)) {
                bests.offer(score, x, y);
                best = Math.max(best, score);
            }
        }
    }

    private float[] covariances(ScreenSums picture, Rect area, Rect positions) {
        if (correlator == null) {
            correlator = new Correlator(pattern);
        }
        tally.correlations++;
        return correlator.covariances(picture, area, positions);
    }

    /** An upper bound of the correlation for a lower bound of the energy of the place. */
    private double mostCorrelation(float[] covariances, Rect positions, int x, int y, double leastEnergy) {
        double contrast = pattern.energy / (Pattern.CONTRAST * Pattern.CONTRAST);
        double energy = Math.max(contrast, leastEnergy * (1 - 1e-3));
        float covariance = covariances[(y - positions.y()) * positions.width() + x - positions.x()];
        return covariance / Math.sqrt(energy * pattern.energy) + Correlator.ROUNDING;
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
