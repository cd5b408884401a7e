package io.deskmeter.workload;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Something the simulated user does. */
public sealed interface Step {

    /** Starts the workload's application with a fresh copy of its content. */
    record Launch() implements Step {}

    /**
     * Types text, one key after the other.
     *
     * @param pace from one character to the next; empty for that of the profile
     */
    record Type(String text, Optional<Duration> pace) implements Step {
        /** At the pace of the profile. */
        public Type(String text) {
            this(text, Optional.empty());
        }

        /** How long its pace takes at least, from the first character to the last. */
        public Duration paced() {
            long pauses = Math.max(0, text.codePointCount(0, text.length()) - 1L);
            return pace.orElse(Duration.ZERO).multipliedBy(pauses);
        }
    }

    /** Presses chords one after the other, each as {@code ctrl+shift+s}, {@code PageDown}, {@code alt+F4}. */
    record Keys(List<String> chords) implements Step {
        /** Characters that are told by a name. */
        private static final Map<String, String> NAMED = Map.of("plus", "+", "minus", "-");

        public Keys {
            chords = List.copyOf(chords);
        }

        /** The characters among its keys that not every keyboard has; empty if there are none. */
        public String rare() {
            return characters().filter(key -> key.codePointAt(0) > '~').collect(Collectors.joining());
        }

        /** Those of its keys that are characters: the z of {@code ctrl+z}, the + of {@code ctrl+plus}. */
        public Stream<String> characters() {
            return chords.stream()
                    .flatMap(chord -> Stream.of(chord.split("\\+")))
                    .map(key -> NAMED.getOrDefault(key.toLowerCase(Locale.ROOT), key))
                    .filter(key -> key.codePointCount(0, key.length()) == 1);
        }
    }

    /** Clicks a place. */
    record Click(Place place, int button, int count) implements Step {}

    /** Presses the left button at {@code from}, moves to {@code to} in even steps, releases. */
    record Drag(Place from, Place to, Duration duration) implements Step {}

    /** Turns the wheel at a place; positive is down. */
    record Scroll(Place place, int notches) implements Step {}

    /** Input at a steady rate while the picture is followed: each move of it, and what the screen shows of it, is measured. */
    sealed interface Gesture extends Step {
        /** The picture that the gesture begins at; it tells where the stage of the gesture is, and how large. */
        String landmark();

        /** How many moves are sent, each of which must be seen. */
        int moves();

        /** From the first move to the last. */
        Duration duration();
    }

    /**
     * Drags the object of a {@link ReferenceStage} across, down, and along a rectangular spiral.
     *
     * @param landmark the object as it stands before
     * @param rate moves a second
     * @param speed pixels of the desktop a second
     */
    record SpiralDrag(String landmark, int rate, int speed, Duration duration) implements Gesture {
        private static final long MILLIS = 1_000;

        @Override
        public int moves() {
            return (int) (duration.toMillis() * rate / MILLIS);
        }
    }

    /**
     * Scrolls the picture of a {@link ReferenceStage}.
     *
     * @param landmark the sign above the picture
     * @param rate steps a second
     * @param step by how much the application scrolls for one notch or key, in pixels of the desktop
     * @param distance pixels of the desktop, a multiple of {@code step}; positive is down, negative is up
     */
    record SteppedScroll(String landmark, By by, int rate, int step, int distance) implements Gesture {
        private static final long MILLIS = 1_000;

        /** What is turned, pressed or moved. */
        public enum By {
            WHEEL,
            KEYS,
            THUMB
        }

        @Override
        public int moves() {
            return Math.abs(distance) / step;
        }

        @Override
        public Duration duration() {
            return Duration.ofMillis(moves() * MILLIS / rate);
        }
    }

    /** Does nothing for a while. */
    record Wait(Duration duration) implements Step {}

    /** Waits for a condition; only in {@code before}, where nothing is measured. */
    record Await(Until until) implements Step {}

    /** Runs a command in the session and waits for its end; it must exit 0. */
    record Run(List<String> command) implements Step {
        public Run {
            command = List.copyOf(command);
        }
    }

    /** A place on the screen. */
    sealed interface Place {
        /** Fixed coordinates from the top left. */
        record At(int x, int y) implements Place {}

        /** The centre of a landmark that is on the screen, moved by an offset. */
        record On(String landmark, int dx, int dy) implements Place {}
    }
}
