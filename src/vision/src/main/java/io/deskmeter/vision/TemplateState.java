package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.ScratchMemory;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.template.Template;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The search state of one template on the current frame: the best match of every row, and where it is out of date. */
final class TemplateState implements AutoCloseable {
    private final Template template;
    /** In which the whole template must lie; null for the whole screen. */
    private final @Nullable Rect in;

    private final Search search;
    private final MatcherCounters tally;
    private final Damage damage = new Damage();
    private RowBests bests = new RowBests(0);
    private Match last = Match.NONE;
    private boolean fresh;

    TemplateState(Template template, MatcherCounters tally) {
        this(template, null, tally);
    }

    TemplateState(Template template, @Nullable Rect in, MatcherCounters tally) {
        this.template = template;
        this.in = in;
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
        Rect positions = positions(picture);
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
            bests = new RowBests(positions.bottom());
            search.search(picture, positions, bests, scratch);
        }
        judgePostponed(picture, positions, scratch);
        last = best(picture, positions, scratch);
        damage.clear();
        // Pixels that were read while the screen was painting its next update must be searched again.
        fresh = picture.isCurrent();
        return last;
    }

    /**
     * The best match that is not beside a better place at which the template is not. All better places have been
     * decided: none of them is postponed.
     */
    private Match best(ScreenSums picture, Rect positions, ScratchMemory scratch) {
        Match best = bests.best(template.width(), template.height());
        while (best.found() && search.isBesideBetter(picture, best, positions, bests, scratch)) {
            Rect place = best.place();
            bests.overshadowed(best.score(), template.pattern().colourDifference(picture, place), place.x(), place.y());
            // The second best of the row was never kept.
            search.search(picture, new Rect(positions.x(), place.y(), positions.width(), 1), bests, scratch);
            judgePostponed(picture, positions, scratch);
            best = bests.best(template.width(), template.height());
        }
        return best;
    }

    Match nearest(ScreenSums picture, ScratchMemory scratch) {
        Rect positions = positions(picture);
        if (positions.isEmpty()) {
            return Match.NONE;
        }
        Match nearest = search.nearest(picture, positions);
        return nearest.found() && search.isBesideBetter(picture, nearest, positions, new RowBests(0), scratch)
                ? new Match(false, nearest.score(), nearest.place())
                : nearest;
    }

    private Rect positions(ScreenSums picture) {
        Rect all = template.pattern().positions(picture);
        Rect part = in;
        return part == null
                ? all
                : all.intersection(new Rect(
                        part.x(),
                        part.y(),
                        Math.max(0, part.width() - template.width() + 1),
                        Math.max(0, part.height() - template.height() + 1)));
    }

    private void searchDamaged(ScreenSums picture, Rect positions, ScratchMemory scratch) {
        boolean[] lost = new boolean[bests.rows()];
        List<Rect> places = new ArrayList<>();
        for (Rect rect : damage.rects()) {
            places.add(touched(rect, positions));
            places.addAll(bests.decidedBeside(rect, template.width(), template.height()));
        }
        for (Rect touched : places) {
            bests.forgetDecided(touched);
            for (int y = touched.y(); y < touched.bottom(); y++) {
                if (bests.isPostponed(y) || bests.bestIn(y, touched.x(), touched.right())) {
                    bests.forget(y);
                    lost[y] = true;
                }
            }
        }
        // A row that lost its best has to be searched in full: its second best was never kept.
        searchRows(picture, positions, lost, true, scratch);
        for (Rect touched : places) {
            searchRows(picture, touched, lost, false, scratch);
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
