package io.deskmeter.agent.tryout;

import io.deskmeter.agent.watch.landmark.ForwardingScreenMatcher;
import io.deskmeter.agent.watch.landmark.LandmarkQuery;
import io.deskmeter.agent.watch.landmark.LookAlike;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.Workload;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session's screen matcher that notes look-alikes of the landmarks that it waits for, and what changes by itself in
 * those that it has found. It searches more than a session does, which delays no arrival of a frame.
 */
final class ObservingScreenMatcher extends ForwardingScreenMatcher {
    private final LookAlikeNotes sightings;

    /** Where landmarks of the workload have been found. */
    private final Map<String, Rect> found = new HashMap<>();

    private String workload = "";
    private long now;

    /** One for each landmark: handlers look for their windows in every frame, too. */
    private final Map<String, Wait> waits = new HashMap<>();

    /** What has been looked for and is not there. */
    private final Set<String> missing = new HashSet<>();

    private @Nullable PlaceHistory last;

    /**
     * What was looked for beside the last one that was found, such as the windows of handlers; that it is still missing
     * begins no other wait.
     */
    private Set<String> aside = Set.of();

    ObservingScreenMatcher(ScreenMatcher screenMatcher, LookAlikeNotes sightings) {
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
        waits.clear();
        missing.clear();
        last = null;
    }

    @Override
    public Match find(LandmarkQuery sought) {
        Match match = super.find(sought);
        if (sought.doubtful()) {
            return match; // The second question about one landmark in one frame.
        }
        String landmark = sought.landmark();
        if (match.found()) {
            ended(landmark, match.place());
            found.put(landmark, match.place());
            missing.remove(landmark);
            if (last == null || !last.isOf(landmark, match.place())) {
                last = new PlaceHistory(landmark, match.place(), frame());
                aside = Set.copyOf(missing);
            }
        } else {
            missing.add(landmark);
            boolean goesOn = last != null && (last.landmark().equals(landmark) || aside.contains(landmark));
            last = goesOn ? last : null;
            super.lookAlike(sought).ifPresentOrElse(seen -> goesOn(landmark, seen), () -> waits.remove(landmark));
        }
        return match;
    }

    private void goesOn(String landmark, LookAlike seen) {
        Wait known = waits.get(landmark);
        Wait next = known != null && known.seen().place().equals(seen.place())
                ? new Wait(landmark, seen, known.since(), known.frames() + 1)
                : new Wait(landmark, seen, now, 1);
        waits.put(landmark, next);
        note(next);
    }

    /** What was like it at its own place, in one frame, was the landmark as it was painted. */
    private void ended(String landmark, Rect place) {
        Wait known = waits.remove(landmark);
        if (known != null && !(known.frames() == 1 && known.seen().place().equals(place))) {
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
                .filter(name -> super.find(LandmarkQuery.of(name)).found())
                .findFirst();
    }
}
