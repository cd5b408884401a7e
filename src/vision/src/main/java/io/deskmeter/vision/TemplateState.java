package io.deskmeter.vision;

import io.deskmeter.screen.Rect;

/** The search state of one template on the current frame: the best match of every row, and where it is out of date. */
final class TemplateState implements AutoCloseable {
    private final Template template;
    private final Search search;
    private final MatcherCounters tally;
    private final Damage damage = new Damage();
    private RowBests bests = new RowBests(0);
    private Match last = Match.NONE;
    private boolean fresh;

    TemplateState(Template template, MatcherCounters tally) {
        this.template = template;
        this.search = template.isPlain() ? new PlainSearch(template, tally) : new PatternSearch(template, tally);
        this.tally = tally;
    }

    void changed(Rect rect) {
        if (fresh) {
            damage.add(rect);
        }
    }

    /** The screen has another size: the whole state is invalid. */
    void reset() {
        fresh = false;
        damage.clear();
    }

    Match find(ScreenSums picture, ScratchMemory scratch) {
        Rect positions = template.pattern().positions(picture);
        if (positions.isEmpty()) {
            return Match.NONE;
        }
        if (fresh && damage.isEmpty()) {
            tally.gateHits++;
            return last;
        }
        if (fresh) {
            tally.windowSearches++;
            searchDamaged(picture, positions, scratch);
        } else {
            tally.frameSearches++;
            bests = new RowBests(positions.height());
            search.search(picture, positions, bests, scratch);
        }
        judgePostponed(picture, positions, scratch);
        damage.clear();
        // Pixels that were read while the screen was painting its next update must be searched again.
        fresh = picture.isCurrent();
        last = bests.best(template.width(), template.height());
        return last;
    }

    Match nearest(ScreenSums picture) {
        Rect positions = template.pattern().positions(picture);
        return positions.isEmpty() ? Match.NONE : search.nearest(picture, positions);
    }

    private void searchDamaged(ScreenSums picture, Rect positions, ScratchMemory scratch) {
        boolean[] lost = new boolean[bests.rows()];
        for (Rect rect : damage.rects()) {
            Rect touched = touched(rect, positions);
            for (int y = touched.y(); y < touched.bottom(); y++) {
                if (bests.isPostponed(y) || bests.bestIn(y, touched.x(), touched.right())) {
                    bests.forget(y);
                    lost[y] = true;
                }
            }
        }
        // A row that lost its best has to be searched in full: its second best was never kept.
        searchRows(picture, positions, lost, true, scratch);
        for (Rect rect : damage.rects()) {
            searchRows(picture, touched(rect, positions), lost, false, scratch);
        }
    }

    /** Places were deferred while a better one was known; without it they count again. */
    private void judgePostponed(ScreenSums picture, Rect positions, ScratchMemory scratch) {
        double best = bests.bestScore();
        boolean[] due = new boolean[bests.rows()];
        boolean any = false;
        for (int y = 0; y < due.length; y++) {
            if (bests.mayHold(y, best)) {
                bests.forget(y);
                due[y] = true;
                any = true;
            }
        }
        if (any) {
            searchRows(picture, positions, due, true, scratch);
            judgePostponed(picture, positions, scratch);
        }
    }

    /** The positions at which the template overlaps the rectangle. */
    private Rect touched(Rect rect, Rect positions) {
        return rect.grow(template.width() - 1, template.height() - 1, 0, 0).intersection(positions);
    }

    /** Searches the rows of the rectangle with this flag, in runs. */
    private void searchRows(ScreenSums picture, Rect rect, boolean[] flags, boolean wanted, ScratchMemory scratch) {
        int y = rect.y();
        while (y < rect.bottom()) {
            int start = y;
            while (y < rect.bottom() && flags[y] == wanted) {
                y++;
            }
            if (y > start && rect.width() > 0) {
                search.search(picture, new Rect(rect.x(), start, rect.width(), y - start), bests, scratch);
            }
            y++;
        }
    }

    @Override
    public void close() {
        search.close();
    }
}
