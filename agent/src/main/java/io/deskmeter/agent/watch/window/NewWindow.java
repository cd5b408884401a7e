package io.deskmeter.agent.watch.window;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A part of the screen that looks like a window which has come in front of the rest: one rectangle, smaller than most
 * of the screen, changed once; everything else is as it was, but for what shows that another window has lost the focus.
 *
 * @param place of it
 * @param since arrival of the first recorded frame that shows it, in monotonic nanoseconds
 * @param first whether nothing else of this size had changed before it since the recording began
 */
public record NewWindow(Rect place, long since, boolean first) {
    private static final int LEAST_WIDTH = 120;
    private static final int LEAST_HEIGHT = 80;

    /** Of the screen; what covers more of it is another view of the application. */
    private static final double MOST = 0.6;

    /** A clock, a caret or a busy pointer; they come and go in front of nothing. */
    private static final int SMALL = 48;

    /** A window is painted in steps: its border and then what is in it. */
    private static final long PAINTED_NANOS = 2_000_000_000;

    private static final int NEAR = 8;

    /** For people. */
    public String words(long firedAt) {
        return String.format(
                Locale.ROOT,
                "a new window %s has been in front since %.1f s after the input, and the rest of the screen has not changed",
                place,
                firedAt == Timing.NEVER ? 0 : Math.max(0, since - firedAt) / 1e9);
    }

    /** Looks at recorded frames, the last one first. */
    public static final class Finder {
        private @Nullable Frame end;
        /** The frame after the next one that is seen, once a window is known. */
        private @Nullable Frame later;

        private long laterAt;
        private @Nullable Rect place;

        /** What changed last, in parts or too small to be a window: the contents of one. */
        private final List<Rect> contents = new ArrayList<>();

        private long since;
        private boolean decided;
        private boolean first = true;

        /**
         * A frame.
         *
         * @param frame valid during the call only
         */
        public void see(Frame frame, long arrivedAt) {
            if (end == null) {
                end = frame.copy();
            } else if (!decided) {
                compare(frame, end);
            }
            laterAt = arrivedAt;
            later = place == null || decided ? null : frame.copy();
        }

        private void compare(Frame before, Frame last) {
            List<Rect> parts = large(ScreenDifference.between(before, last));
            if (parts.isEmpty()) {
                return;
            }
            List<Rect> windows =
                    parts.stream().filter(NewWindow.Finder::isWindow).toList();
            Rect all = windows.stream().reduce(new Rect(0, 0, 0, 0), Rect::union);
            Rect known = place;
            boolean window = windows.size() == 1
                    && Stream.concat(parts.stream(), contents.stream()).allMatch(part -> belongs(part, all));
            if (share(all, last.bounds()) > MOST || (known != null && !window)) {
                decide();
            } else if (!window) {
                contents.addAll(parts);
            } else if (known == null) {
                place = all;
                since = laterAt;
            } else if (isNear(known, all)) {
                since = since - laterAt <= PAINTED_NANOS && isPainted(before, known) ? laterAt : since;
            } else if (all.union(known).equals(all) && since - laterAt <= PAINTED_NANOS) {
                place = all;
                since = laterAt;
            } else {
                decide();
            }
        }

        /**
         * Whether something has changed in a window from a frame to the next one: a frame without the window may be
         * followed by another one without it.
         */
        private boolean isPainted(Frame before, Rect window) {
            Frame next = later;
            return next == null
                    || ScreenDifference.between(before, next).stream().anyMatch(part -> part.intersects(window));
        }

        /**
         * Whether a part that has changed is in the window, or is what changes with it elsewhere: the title and the
         * border of the window that has lost the focus, and a line of a task bar.
         */
        private static boolean belongs(Rect part, Rect window) {
            return part.union(window).equals(window) || Math.min(part.width(), part.height()) <= SMALL;
        }

        private void decide() {
            decided = true;
            first = false;
        }

        private static List<Rect> large(List<Rect> parts) {
            List<Rect> large = new ArrayList<>();
            for (Rect part : parts) {
                if (part.width() > SMALL || part.height() > SMALL) {
                    large.add(part);
                }
            }
            return large;
        }

        private static boolean isWindow(Rect part) {
            return part.width() >= LEAST_WIDTH && part.height() >= LEAST_HEIGHT;
        }

        private static double share(Rect part, Rect screen) {
            return (double) part.width() * part.height() / ((double) screen.width() * screen.height());
        }

        private static boolean isNear(Rect one, Rect other) {
            return Math.abs(one.x() - other.x()) <= NEAR
                    && Math.abs(one.y() - other.y()) <= NEAR
                    && Math.abs(one.right() - other.right()) <= NEAR
                    && Math.abs(one.bottom() - other.bottom()) <= NEAR;
        }

        /** What was found; empty if the last change of the screen was something else. */
        public Optional<NewWindow> found() {
            Rect found = place;
            return found == null ? Optional.empty() : Optional.of(new NewWindow(found, since, first));
        }
    }
}
