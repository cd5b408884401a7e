package io.deskmeter.agent.tryout;

import io.deskmeter.agent.watch.ForwardingScreenMatcher;
import io.deskmeter.agent.watch.LookAlike;
import io.deskmeter.agent.watch.ScreenMatcher;
import io.deskmeter.agent.watch.Sought;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.Workload;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session's screen matcher that notes look-alikes of the landmarks that it waits for, and what changes by itself in those that it has found. It searches
 * more than a session does, which delays no arrival of a frame.
 */
final class ObservingScreenMatcher extends ForwardingScreenMatcher {
    private final Sightings sightings;

    /** Where landmarks of the workload have been found. */
    private final Map<String, Rect> found = new HashMap<>();

    private String workload = "";
    private long now;
    private @Nullable Wait wait;
    private @Nullable PlaceHistory last;

    ObservingScreenMatcher(ScreenMatcher screenMatcher, Sightings sightings) {
        super(screenMatcher);
        this.sightings = sightings;
    }

    /**
     * A landmark that is not there yet, and what is most like it.
     *
     * @param since the frame that showed it first
     * @param frames how many have shown it
     */
    private record Wait(String landmark, LookAlike seen, long since, int frames) {}

    @Override
    public void see(FrameUpdate update) {
        super.see(update);
        now = update.arrivedAt();
        PlaceHistory history = last;
        if (history != null) {
            history.see(update).ifPresent(part -> sightings.blink(workload + " " + history.landmark(), part));
        }
    }

    @Override
    public void enter(Workload entered) {
        super.enter(entered);
        workload = entered.id();
        found.clear();
        wait = null;
        last = null;
    }

    @Override
    public Match find(Sought sought) {
        Match match = super.find(sought);
        String landmark = sought.landmark();
        if (match.found()) {
            ended(landmark, match.place());
            found.put(landmark, match.place());
            if (last == null || !last.isOf(landmark, match.place())) {
                last = new PlaceHistory(landmark, match.place(), frame());
            }
        } else {
            last = last != null && last.landmark().equals(landmark) ? last : null;
            super.lookAlike(sought).ifPresentOrElse(seen -> goesOn(landmark, seen), () -> wait = null);
        }
        return match;
    }

    private void goesOn(String landmark, LookAlike seen) {
        Wait known = wait;
        Wait next = known != null
                        && known.landmark().equals(landmark)
                        && known.seen().place().equals(seen.place())
                ? new Wait(landmark, seen, known.since(), known.frames() + 1)
                : new Wait(landmark, seen, now, 1);
        wait = next;
        note(next);
    }

    /** What was like it at its own place, in one frame, was the landmark as it was painted. */
    private void ended(String landmark, Rect place) {
        Wait known = wait;
        wait = null;
        if (known != null
                && known.landmark().equals(landmark)
                && !(known.frames() == 1 && known.seen().place().equals(place))) {
            note(new Wait(landmark, known.seen(), known.since(), 2));
        }
    }

    private void note(Wait waited) {
        if (waited.frames() > 1) {
            sightings.rival(workload + " " + waited.landmark(), waited.seen(), now - waited.since(), other(waited));
        }
    }

    /** Another landmark at the same place. */
    private Optional<String> other(Wait waited) {
        return found.entrySet().stream()
                .filter(known -> !known.getKey().equals(waited.landmark()))
                .filter(known -> known.getValue().intersects(waited.seen().place()))
                .map(Map.Entry::getKey)
                .filter(name -> super.find(Sought.of(name)).found())
                .findFirst();
    }
}
