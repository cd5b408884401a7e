package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import org.jspecify.annotations.Nullable;

/** Looks for a pattern: a sieve over all places, then exact judgement of what it leaves. */
final class PatternSearch implements Search {
    /** Table entries at a time: what processor caches hold. */
    private static final int BAND = 1 << 19;
    /** A dense correlation costs per pixel of its area about as much as judging so many pixels of candidates (measured). */
    private static final long DENSE_COST = 50;

    private final Pattern pattern;
    private final double threshold;
    private final Sieve sieve;
    private final Sums sums;
    private final Tally tally;
    private final Places candidates = new Places();
    private @Nullable Correlator correlator;

    PatternSearch(Template template, Sums sums, Tally tally) {
        this.pattern = template.pattern();
        this.threshold = template.threshold();
        this.sieve = new Sieve(pattern, threshold);
        this.sums = sums;
        this.tally = tally;
    }

    @Override
    public void search(Picture picture, Rect positions, RowBests bests) {
        int rows = bandRows(positions);
        for (int y = positions.y(); y < positions.bottom(); y += rows) {
            Rect band = new Rect(positions.x(), y, positions.width(), Math.min(rows, positions.bottom() - y));
            sums.fill(picture, band.grow(0, 0, pattern.width - 1, pattern.height - 1));
            candidates.clear();
            sieve.sift(picture, sums, band, candidates);
            tally.places += (long) band.width() * band.height();
            tally.candidates += candidates.size();
            judge(picture, band, bests);
        }
    }

    private int bandRows(Rect positions) {
        int fitting = BAND / (positions.width() + pattern.width) - pattern.height;
        return Math.max(fitting, Math.max(64, pattern.height));
    }

    private void judge(Picture picture, Rect band, RowBests bests) {
        Rect area = sums.area;
        boolean dense = (long) candidates.size() * pattern.count > DENSE_COST * area.width() * area.height();
        float[] covariances = dense ? covariances(picture, area, band) : new float[0];
        for (int i = 0; i < candidates.size(); i++) {
            int x = candidates.x(i);
            int y = candidates.y(i);
            if (dense && mostCorrelation(covariances, band, x, y) < threshold - Correlator.ROUNDING) {
                continue;
            }
            double score = pattern.match(picture, x, y, threshold);
            if (score != Pattern.NO_MATCH) {
                bests.offer(score, x, y);
            }
        }
    }

    private float[] covariances(Picture picture, Rect area, Rect band) {
        if (correlator == null) {
            correlator = new Correlator(pattern);
        }
        tally.correlations++;
        return correlator.covariances(picture, area, band);
    }

    /** What the correlation is, or, where a mask hides the place's energy, what it is at most for the least contrast of a match. */
    private double mostCorrelation(float[] covariances, Rect band, int x, int y) {
        double least = pattern.energy / (Pattern.CONTRAST * Pattern.CONTRAST);
        double energy = sieve.isWhole() ? Math.max(least, sieve.energy(sums, x, y)) : least;
        float covariance = covariances[(y - band.y()) * band.width() + x - band.x()];
        return covariance / Math.sqrt(energy * pattern.energy);
    }

    @Override
    public Match nearest(Picture picture, Rect positions) {
        Match best = Match.NONE;
        int rows = bandRows(positions);
        for (int top = positions.y(); top < positions.bottom(); top += rows) {
            Rect band = new Rect(positions.x(), top, positions.width(), Math.min(rows, positions.bottom() - top));
            sums.fill(picture, band.grow(0, 0, pattern.width - 1, pattern.height - 1));
            sums.fillSquares(picture);
            float[] covariances = covariances(picture, sums.area, band);
            for (int y = band.y(); y < band.bottom(); y++) {
                for (int x = band.x(); x < band.right(); x++) {
                    if (mostCorrelation(covariances, band, x, y) + Correlator.ROUNDING > best.score()) {
                        best = better(best, picture, x, y);
                    }
                }
            }
        }
        return best;
    }

    private Match better(Match best, Picture picture, int x, int y) {
        double score = pattern.correlation(picture, x, y, Pattern.CONTRAST);
        if (score <= best.score()) {
            return best;
        }
        boolean found = pattern.match(picture, x, y, threshold) != Pattern.NO_MATCH;
        return new Match(found, score, new Rect(x, y, pattern.width, pattern.height));
    }

    @Override
    public void close() {
        if (correlator != null) {
            correlator.close();
            correlator = null;
        }
    }
}
