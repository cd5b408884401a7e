package io.deskmeter.agent.tryout;

import io.deskmeter.agent.watch.landmark.LookAlike;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What an author should know of the landmarks of a trial: what the application itself draws that is much like one, and
 * what changes by itself within one. Thread-safe.
 */
final class LookAlikeNotes {
    private final Map<String, Rival> rivals = new TreeMap<>();
    private final Map<String, Blink> blinks = new TreeMap<>();

    /**
     * @param nanos how long it was on the screen while the landmark was waited for
     * @param is the landmark that it is, if it is one
     */
    private record Rival(LookAlike seen, long nanos, Optional<String> is) {}

    /** @param where on the screen */
    private record Blink(Rect where, int times) {}

    /** The strongest one of a landmark is kept. */
    synchronized void rival(String landmark, LookAlike seen, long nanos, Optional<String> is) {
        Rival known = rivals.get(landmark);
        if (known == null
                || seen.score() > known.seen().score()
                || (seen.score() == known.seen().score() && nanos > known.nanos())) {
            rivals.put(landmark, new Rival(seen, nanos, is));
        }
    }

    /** A part of a landmark that has been found has changed and changed back. */
    synchronized void blink(String landmark, Rect where) {
        blinks.merge(
                landmark,
                new Blink(where, 1),
                (known, again) -> new Blink(known.where().union(where), known.times() + 1));
    }

    /** One line each. */
    synchronized List<String> lines() {
        List<String> lines = new ArrayList<>();
        rivals.forEach((landmark, rival) -> lines.add(rival(landmark, rival)));
        blinks.forEach(
                (landmark, blink) -> lines.add(
                        "changes by itself: " + blink.where() + " in " + landmark + ", "
                                + (blink.times() == 1 ? "once" : blink.times() + " times")
                                + ": a caret or a spinner? Write `tolerate: caret`, exclude it with a mask, or cut the picture without it"));
        return lines;
    }

    private static String rival(String landmark, Rival rival) {
        LookAlike seen = rival.seen();
        return String.format(
                Locale.ROOT,
                "look-alike of %s: score %.2f at %s for %.1f s while it was waited for: %s",
                landmark,
                seen.score(),
                seen.place(),
                rival.nanos() / 1e9,
                rival.is().map(other -> "it is " + other + "; ").orElse("") + seen.difference());
    }
}
