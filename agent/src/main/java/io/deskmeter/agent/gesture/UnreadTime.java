package io.deskmeter.agent.gesture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * For how long the screen showed what could not be read during a gesture. Time counts, not frames: a display that comes
 * in pieces shows many frames for some milliseconds each on which what moves is in parts only, and one frame of a
 * locked screen stays.
 */
final class UnreadTime {
    /** If it could not be read for longer, the rest says nothing of the gesture. */
    private static final double MOST_UNREAD = 0.1;

    private static final double NANOS_PER_MILLI = 1e6;

    private final String what;
    private final List<Look> looks = new ArrayList<>();

    private record Look(long at, boolean isRead) {}

    /** @param what is wrong with a frame that cannot be read, without a full stop */
    UnreadTime(String what) {
        this.what = what;
    }

    /** Whether no frame came at all: then the screen stayed as it was. */
    boolean sawNothing() {
        return looks.isEmpty();
    }

    /**
     * Until when it is known what frames showed.
     *
     * @param to all frames that arrived until then were looked at
     */
    long knownTo(long to) {
        return looks.isEmpty() ? to : Math.max(to, looks.get(looks.size() - 1).at());
    }

    /** @param at arrival of the frame, in monotonic nanoseconds; not before that of the last one */
    void see(long at, boolean isRead) {
        looks.add(new Look(at, isRead));
    }

    /**
     * Why nothing can be told, without a full stop; empty if something can.
     *
     * @param from the first input, in monotonic nanoseconds
     * @param to the last one
     */
    String problem(long from, long to) {
        if (looks.isEmpty()) {
            return "no frame came";
        }
        long unread = 0;
        for (int i = 0; i < looks.size(); i++) {
            long begin = Math.max(from, looks.get(i).at());
            long end = Math.min(to, i + 1 < looks.size() ? looks.get(i + 1).at() : to);
            unread += looks.get(i).isRead() ? 0 : Math.max(0, end - begin);
        }
        return unread > MOST_UNREAD * (to - from)
                ? String.format(
                        Locale.ROOT,
                        "%s for %.0f of %.0f ms (bound: %.0f %%)",
                        what,
                        unread / NANOS_PER_MILLI,
                        (to - from) / NANOS_PER_MILLI,
                        MOST_UNREAD * 100)
                : "";
    }
}
