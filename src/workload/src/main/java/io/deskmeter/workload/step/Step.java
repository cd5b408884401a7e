package io.deskmeter.workload.step;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Something the simulated user does. */
public sealed interface Step {
    /** The places on the screen where its input goes, in order. */
    default List<Place> places() {
        return List.of();
    }

    /** The landmarks that it names, in order; one may come twice. */
    default Stream<String> landmarks() {
        return places().stream().flatMap(Place::landmarks);
    }

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
        // The names, and what Shift makes of keys, are those of the screens that send them, on which this module does
        // not depend.
        private static final Map<String, String> NAMED =
                Map.of("plus", "+", "minus", "-", "comma", ",", "period", ".", "space", " ");
        private static final String UNSHIFTED = "`1234567890-=[]\\;',./";
        private static final String SHIFTED = "~!@#$%^&*()_+{}|:\"<>?";
        private static final int LAST_OF_LATIN_1 = 0xFF;

        public Keys {
            chords = List.copyOf(chords);
        }

        /** The characters among its keys that not every keyboard has; empty if there are none. */
        public String rare() {
            return characters().filter(key -> key.codePointAt(0) > '~').collect(Collectors.joining());
        }

        /**
         * The letters of two cases that it types: those without another key, or with Shift alone; empty if there are
         * none.
         */
        public String letters() {
            return chords.stream()
                    .filter(Keys::types)
                    .flatMap(Keys::character)
                    .filter(key ->
                            Character.isUpperCase(key.codePointAt(0)) || Character.isLowerCase(key.codePointAt(0)))
                    .collect(Collectors.joining());
        }

        private static boolean types(String chord) {
            List<String> names = List.of(chord.split("\\+"));
            return names.stream()
                    .limit(Math.max(0, names.size() - 1))
                    .allMatch(name -> unified(name).equals("shift"));
        }

        /**
         * Those of its keys that are characters, as they are sent: the z of {@code ctrl+z}, the + of {@code ctrl+plus}.
         * With Shift it is what a US keyboard has there, the @ of {@code ctrl+shift+2}; other chords have small
         * letters, the s of {@code ctrl+S}.
         */
        public Stream<String> characters() {
            return chords.stream().flatMap(Keys::character);
        }

        private static Stream<String> character(String chord) {
            List<String> names =
                    Stream.of(chord.split("\\+")).map(Keys::unified).toList();
            String last = chord.endsWith("+") ? "+" : names.get(names.size() - 1);
            String key = NAMED.getOrDefault(last, last);
            if (key.codePointCount(0, key.length()) != 1) {
                return Stream.empty();
            }
            int character = key.codePointAt(0);
            boolean alone = chord.equals("+") || (names.size() == 1 && !chord.endsWith("+"));
            return Stream.of(Character.toString(
                    alone || character > LAST_OF_LATIN_1
                            ? character
                            : names.contains("shift") ? shifted(character) : Character.toLowerCase(character)));
        }

        private static int shifted(int character) {
            int place = UNSHIFTED.indexOf(character);
            int upper = Character.toUpperCase(character);
            return place >= 0 ? SHIFTED.charAt(place) : upper <= LAST_OF_LATIN_1 ? upper : character;
        }

        /** Names of keys are the same whatever their case, and with underscores; characters are not. */
        private static String unified(String name) {
            return name.codePointCount(0, name.length()) == 1
                    ? name
                    : name.toLowerCase(Locale.ROOT).replace("_", "");
        }
    }

    /** Clicks a place. */
    record Click(Place place, int button, int count) implements Step {
        @Override
        public List<Place> places() {
            return List.of(place);
        }
    }

    /** Presses the left button at {@code from}, moves to {@code to} in even steps, releases. */
    record Drag(Place from, Place to, Duration duration) implements Step {
        @Override
        public List<Place> places() {
            return List.of(from, to);
        }
    }

    /** Turns the wheel at a place; positive is down. */
    record Scroll(Place place, int notches) implements Step {
        @Override
        public List<Place> places() {
            return List.of(place);
        }
    }

    /**
     * Input at a steady rate while the picture is followed: each move of it, and what the screen shows of it, is
     * measured.
     */
    sealed interface Gesture extends Step {
        /** The picture that the gesture begins at; it tells where the stage of the gesture is, and how large. */
        String landmark();

        /** How many moves are sent, each of which must be seen. */
        int moves();

        /** From the first move to the last. */
        Duration duration();

        @Override
        default Stream<String> landmarks() {
            return Stream.of(landmark());
        }
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
    record Await(Until until) implements Step {
        @Override
        public Stream<String> landmarks() {
            return until.condition().landmarks();
        }
    }

    /** Runs a command in the session and waits for its end; it must exit 0. */
    record Run(List<String> command) implements Step {
        public Run {
            command = List.copyOf(command);
        }
    }

    /** A place on the screen. */
    sealed interface Place {
        /** The landmark on which it is, if it is on one. */
        default Stream<String> landmarks() {
            return Stream.empty();
        }

        /** Fixed coordinates from the top left. */
        record At(int x, int y) implements Place {}

        /** The centre of a landmark that is on the screen, moved by an offset. */
        record On(String landmark, int dx, int dy) implements Place {
            @Override
            public Stream<String> landmarks() {
                return Stream.of(landmark);
            }
        }
    }
}
