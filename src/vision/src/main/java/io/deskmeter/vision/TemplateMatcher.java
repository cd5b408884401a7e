package io.deskmeter.vision;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.ImageCorrelator;
import io.deskmeter.vision.filter.ScratchMemory;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.template.ScaledTemplate;
import io.deskmeter.vision.template.Template;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Searches templates on one session's screen. Used by one thread at a time.
 *
 * <p>Guarantees: a result depends only on the current frame, not on earlier frames or on the updates that led to it. Of
 * all places at which the template is (see {@link Template}) the result is the one with the highest score; of several
 * equal ones the topmost, then the leftmost. So a landmark that is displayed twice is always found at the same place.
 *
 * <p>The matcher keeps {@value ScreenSums#BYTES_PER_100_PIXELS} bytes for each 100 pixels of the screen; the scratch
 * memory of a search comes from a {@link MatcherBuffers}. It reads pixels from the screen's own frame, so use it on the
 * executor on which the screen calls its listener. Results during that call are those of the update's picture. Between
 * two calls a screen may already have painted a part of its next update; such a result is not kept, and the next update
 * is searched again.
 *
 * <p>A template that is larger than the frame is not found, see {@link #fits}.
 */
public final class TemplateMatcher implements AutoCloseable {
    /** A region around a landmark moves with it: older ones are not asked for again. */
    private static final int MOST_REGIONS = 16;

    private final Map<Template, TemplateState> traces = new HashMap<>();
    private final Map<Part, TemplateState> parts = new LinkedHashMap<>(MOST_REGIONS, 0.75f, true);
    private final MatcherBuffers matcherBuffers;
    private final MatcherCounters tally = new MatcherCounters();
    private final Map<ScaledTemplate, Template> lastSizes = new HashMap<>();
    private @Nullable ScreenSums picture;
    private boolean closed;

    private record Part(Template template, Rect in) {}

    /** A matcher with its own buffers. */
    public TemplateMatcher() {
        this(new MatcherBuffers());
    }

    /** Loads the native libraries, which takes most of a second the first time in a program. */
    public TemplateMatcher(MatcherBuffers matcherBuffers) {
        this.matcherBuffers = matcherBuffers;
        ImageCorrelator.warmUp();
    }

    /**
     * Adds the changes of an update; call this for every update, in order. The frame's pixels are read later. A frame
     * of another size is a new screen, regardless of its damage.
     */
    public void see(FrameUpdate update) {
        checkOpen();
        ScratchMemory scratch = matcherBuffers.take();
        List<Rect> changed;
        if (picture == null || !picture.sameSize(update.frame())) {
            picture = new ScreenSums(update.frame(), scratch.lines);
            traces.values().forEach(TemplateState::reset);
            parts.values().forEach(TemplateState::reset);
            changed = List.of();
        } else {
            changed = picture.absorb(update.frame(), update.damage(), scratch.lines);
        }
        matcherBuffers.giveBack(scratch);
        tell(traces.values(), changed);
        tell(parts.values(), changed);
    }

    private static void tell(Collection<TemplateState> states, List<Rect> changed) {
        for (TemplateState state : states) {
            changed.forEach(state::changed);
        }
    }

    /**
     * Whether the template is on the screen now, and where. Nothing is found before the first update.
     *
     * <p>The matcher keeps the search state of every template until {@link #forget}.
     */
    public Match find(Template template) {
        return find(template, null);
    }

    /**
     * The same in a part of the screen.
     *
     * @param in in which the whole template must lie; null for the whole screen
     */
    public Match find(Template template, @Nullable Rect in) {
        checkOpen();
        tally.finds++;
        if (picture == null) {
            return Match.NONE;
        }
        MatcherStatistics before = tally.snapshot();
        ScratchMemory scratch = matcherBuffers.take();
        Match match = trace(template, in).find(picture, scratch);
        matcherBuffers.giveBack(scratch);
        matcherBuffers.looked(before, tally.snapshot());
        return match;
    }

    /**
     * Whether the landmark is on the screen now, at any of its scales. A display has one scale: the one at which the
     * landmark was found last is tried first, then the others in order. The match's place has the size of the scale.
     */
    public Match find(ScaledTemplate landmark) {
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
     * The place with the highest score, even if it is no match, to report it after a failure. The score is −1 if no
     * place has a similar contrast. Searches every place, which takes tens of milliseconds.
     */
    public Match nearest(Template template) {
        checkOpen();
        if (picture == null) {
            return Match.NONE;
        }
        ScratchMemory scratch = matcherBuffers.take();
        Match nearest = trace(template, null).nearest(picture, scratch);
        matcherBuffers.giveBack(scratch);
        return nearest;
    }

    /**
     * Describes why a template is not found: the best score and its place, and the likely cause: another scale, other
     * colours, part of it covered, a template larger than the frame. For messages after a failure; takes tenths of a
     * second.
     */
    public String diagnose(Template template) {
        return diagnose(template, null);
    }

    /**
     * The same for a part of the screen; tells if the template is elsewhere.
     *
     * @param in as in {@link #find(Template, Rect)}
     */
    public String diagnose(Template template, @Nullable Rect in) {
        checkOpen();
        if (picture == null) {
            return template.name() + ": no frame has been received yet";
        }
        ScratchMemory scratch = matcherBuffers.take();
        String words = new Diagnosis(picture, in, scratch).of(template);
        matcherBuffers.giveBack(scratch);
        return words;
    }

    /**
     * How a place that is as alike as the template's threshold says differs from it, in words: what, where, and whether
     * that is certain.
     *
     * @param place of the template's size, on the screen
     */
    public String difference(Template template, Rect place) {
        checkOpen();
        return picture == null ? "" : Diagnosis.difference(picture, template, place);
    }

    /**
     * Whether the template is at a place at which one of the same image and threshold was found; looks at this place
     * only.
     *
     * @param place of a match in the current frame
     */
    public boolean isAt(Template template, Rect place) {
        checkOpen();
        return picture != null && template.isAt(picture, place.x(), place.y());
    }

    /** Whether the template is no larger than the frame; false before the first update. */
    public boolean fits(Template template) {
        return picture != null && template.width() <= picture.width && template.height() <= picture.height;
    }

    /** Drops the search state of a template. */
    public void forget(Template template) {
        TemplateState trace = traces.remove(template);
        if (trace != null) {
            trace.close();
        }
        parts.entrySet().removeIf(part -> {
            boolean isOfIt = part.getKey().template().equals(template);
            if (isOfIt) {
                part.getValue().close();
            }
            return isOfIt;
        });
    }

    /** Drops the search state of a landmark at all its scales. */
    public void forget(ScaledTemplate landmark) {
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
        parts.values().forEach(TemplateState::close);
        traces.clear();
        parts.clear();
        picture = null;
    }

    private TemplateState trace(Template template, @Nullable Rect in) {
        if (in == null) {
            return traces.computeIfAbsent(template, t -> new TemplateState(t, tally));
        }
        Part part = new Part(template, in);
        TemplateState known = parts.get(part);
        if (known != null) {
            return known;
        }
        if (parts.size() >= MOST_REGIONS) {
            Part oldest = parts.keySet().iterator().next();
            Objects.requireNonNull(parts.remove(oldest)).close();
        }
        TemplateState trace = new TemplateState(template, in, tally);
        parts.put(part, trace);
        return trace;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("matcher: closed (expected: open)");
        }
    }
}
