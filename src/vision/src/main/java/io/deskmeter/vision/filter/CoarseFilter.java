package io.deskmeter.vision.filter;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;

/**
 * The coarse filter: excludes places at which the pattern cannot be, from sums over blocks of pixels only. It never
 * excludes a place at which the pattern is.
 *
 * <p>Proof: let T be the pattern's deviations from its mean brought to length 1, and I the picture's under it, of
 * length L. At a match their correlation r is at least the threshold t, so with α = r/L the distance |α·I − T|² = 1 −
 * r² is at most 1 − t². Take any cells of the place. In each, the distance is composed of that of the means and that of
 * the deviations from the means; the latter is, by the triangle inequality, no less than the difference of their
 * lengths. So with the vectors i and τ of the cells' means (about their mean, by the root of their size) and lengths of
 * deviation, at a match
 *
 * <p>α²·|i|² − 2α·(i·τ) + |τ|² ≤ 1 − t²
 *
 * <p>for an α between t/(2E) and 2/E, where E is the length of the pattern's deviations, since the contrasts differ by
 * no more than factor 2. That bounds |i| from both sides, and i·τ from below by a function of |i|. {@link CellLayer}
 * computes both. A third bound is that of the mean: of all pixels the mean difference is at most 24, so that of the
 * cells' sums is bounded.
 *
 * <p>Cells lie on a grid of blocks, the same for all places; a place is a position on the grid and a phase. So the
 * picture's values are computed once for all phases, and the pattern's only once. Large cells are compared first, then
 * small cells at the remaining places. Immutable.
 */
public final class CoarseFilter {
    /** Cells of the first pass. */
    private static final int FEW = 16;
    /** Cells of the second pass. */
    private static final int MANY = 144;
    /** The minimum share of the remaining energy that a block size must contain to be used. */
    private static final double WORTH = 0.25;

    public final int block;
    final CellLayer coarse;
    final CellLayer fine;
    final int width;
    final int height;

    public CoarseFilter(Pattern pattern, double threshold) {
        PatternSums sums = new PatternSums(pattern);
        width = pattern.width;
        height = pattern.height;
        double residual = 1 - threshold * threshold;
        int size = ScreenSums.BLOCK;
        int most = pattern.isMasked() ? 2 * FEW : FEW;
        CellLayer few = CellLayer.best(pattern, sums, size, most, threshold);
        while (size > 1 && few.leastShare() < residual + WORTH * (1 - residual)) {
            size /= 2;
            few = CellLayer.best(pattern, sums, size, most, threshold);
        }
        block = size;
        coarse = few;
        fine = CellLayer.finest(pattern, sums, size, MANY, threshold);
    }

    /** Adds the places that cannot be excluded to the candidates of the scratch memory. */
    public void sift(ScreenSums picture, Rect positions, ScratchMemory scratch) {
        int left = ceil(positions.x());
        int top = ceil(positions.y());
        int right = ceil(positions.right() - 1);
        int bottom = ceil(positions.bottom() - 1);
        int wide = Math.max(coarse.blocksAcross, fine.blocksAcross);
        int high = Math.max(coarse.blocksDown, fine.blocksDown);
        scratch.blockSums.fill(picture, block, left, top, right + wide, bottom + high);
        scratch.filterPass.run(this, positions, scratch, right - left + 1, bottom - top + 1);
    }

    private int ceil(int pixels) {
        return (pixels + block - 1) / block;
    }
}
