package io.deskmeter.vision;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks for templates on one session's screen. Used by one thread at a time.
 *
 * <p>What is guaranteed: an answer depends on the current frame alone, never on earlier frames, nor on how the frame came about. Of all places
 * at which the template is (see {@link Template}) the answer is the one with the highest score, of equals the topmost, of those the leftmost.
 * A landmark that stands twice is thus always found at the same of the two places.
 *
 * <p>The matcher keeps {@value ScreenSums#BYTES_PER_100_PIXELS} bytes for each 100 pixels of the screen; the scratch memory of a look comes from a
 * {@link MatcherBuffers}. Pixels it reads from the screen's own frame, so it must be used on the executor on which the screen calls its
 * listener. Answers given during that call are those of the update's picture. Between two calls a screen may have painted a part of
 * its next update already; an answer given then is not kept, so the next update is judged afresh.
 *
 * <p>A template that is larger than the frame is not found; {@link #fits} tells.
 */
public final class TemplateMatcher implements AutoCloseable {
    private final Map<Template, TemplateState> traces = new HashMap<>();
    private final MatcherBuffers matcherBuffers;
    private final MatcherCounters tally = new MatcherCounters();
    private final Map<Landmark, Template> lastSizes = new HashMap<>();
    private @Nullable ScreenSums picture;
    private boolean closed;

    /** A matcher with buffers of its own. */
    public TemplateMatcher() {
        this(new MatcherBuffers());
    }

    /** Loads the natives, which takes most of a second the first time in a program. */
    public TemplateMatcher(MatcherBuffers matcherBuffers) {
        this.matcherBuffers = matcherBuffers;
        Correlator.warmUp();
    }

    /**
     * Takes the changes of an update over; to be called for every update, in order. Of the frame the pixels are read later. A frame of another
     * size is a new screen, whatever the damage says.
     */
    public void see(FrameUpdate update) {
        checkOpen();
        ScratchMemory scratch = matcherBuffers.take();
        List<Rect> changed;
        if (picture == null || !picture.sameSize(update.frame())) {
            picture = new ScreenSums(update.frame(), scratch.lines);
            traces.values().forEach(TemplateState::reset);
            changed = List.of();
        } else {
            changed = picture.absorb(update.frame(), update.damage(), scratch.lines);
        }
        matcherBuffers.giveBack(scratch);
        for (TemplateState trace : traces.values()) {
            changed.forEach(trace::changed);
        }
    }

    /**
     * Is the template on the screen now, and where? Before the first update nothing is.
     *
     * <p>The matcher keeps the search state of every template until {@link #forget}.
     */
    public Match find(Template template) {
        checkOpen();
        tally.finds++;
        if (picture == null) {
            return Match.NONE;
        }
        MatcherStatistics before = tally.snapshot();
        ScratchMemory scratch = matcherBuffers.take();
        Match match = trace(template).find(picture, scratch);
        matcherBuffers.giveBack(scratch);
        matcherBuffers.looked(before, tally.snapshot());
        return match;
    }

    /**
     * Is the landmark on the screen now, at any of its scales? A display has one scale: the one at which the landmark was seen last is tried
     * first, the others in their order. The match's place has the size of the scale.
     */
    public Match find(Landmark landmark) {
        Template last = lastSizes.get(landmark);
        if (last != null) {
            Match match = find(last);
            if (match.found()) {
                return match;
            }
        }
        for (Template size : landmark.sizes()) {
            if (size.equals(last)) {
                continue;
            }
            Match match = find(size);
            if (match.found()) {
                lastSizes.put(landmark, size);
                return match;
            }
        }
        return Match.NONE;
    }

    /**
     * The place with the highest score, even if it is no match: to say after a failure how near the screen came. The score is −1 if no
     * place has a similar contrast. Looks at every place: tens of milliseconds.
     */
    public Match nearest(Template template) {
        checkOpen();
        return picture == null ? Match.NONE : trace(template).nearest(picture);
    }

    /**
     * Says in words why a template is not found: what came nearest and where, and what is usually the matter: another scale, other colours, part
     * of it covered, a template larger than the frame. For people, after a failure: takes tenths of a second.
     */
    public String diagnose(Template template) {
        checkOpen();
        if (picture == null) {
            return template.name() + ": no frame has been received yet";
        }
        ScratchMemory scratch = matcherBuffers.take();
        String words = new Diagnosis(picture, scratch).of(template);
        matcherBuffers.giveBack(scratch);
        return words;
    }

    /** Whether the template is no larger than the frame; false before the first update. */
    public boolean fits(Template template) {
        return picture != null && template.width() <= picture.width && template.height() <= picture.height;
    }

    /** Drops what is remembered of a template. */
    public void forget(Template template) {
        TemplateState trace = traces.remove(template);
        if (trace != null) {
            trace.close();
        }
    }

    /** Drops what is remembered of a landmark at all its scales. */
    public void forget(Landmark landmark) {
        landmark.sizes().forEach(this::forget);
        lastSizes.remove(landmark);
    }

    public MatcherStatistics statistics() {
        return tally.snapshot();
    }

    /** Frees all memory; idempotent. */
    @Override
    public void close() {
        closed = true;
        traces.values().forEach(TemplateState::close);
        traces.clear();
        picture = null;
    }

    private TemplateState trace(Template template) {
        return traces.computeIfAbsent(template, t -> new TemplateState(t, tally));
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("matcher: closed (expected: open)");
        }
    }
}
