package io.deskmeter.agent.keyboard;

import io.deskmeter.agent.keyboard.FieldReader.Seen;
import io.deskmeter.agent.pairing.PairingPicture;
import io.deskmeter.agent.step.TextSender;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Types texts into the field that a display shows, and compares what the field received. Blocks; used by one thread,
 * once.
 */
public final class KeyboardProof {
    /** How long the field may take to answer a click or a key. */
    private static final Duration ANSWER = Duration.ofSeconds(4);

    /** When for so long nothing more has arrived of a text, nothing will. */
    private static final Duration QUIET = Duration.ofMillis(1_500);

    /** Programs with windows of Java receive one unit of UTF-16 a key. */
    private static final int LAST_IN_FIELDS = 0xFFFF;

    private static final int BELOW = PairingPicture.SIDE + PairingPicture.MARGIN + PairingPicture.MARGIN;

    private final Screen screen;
    private final FieldReader field;
    private final TextSender sender;
    /** What becomes of single characters, in words; empty where they arrive. */
    private final Map<Integer, String> characters = new LinkedHashMap<>();
    /** Letters that arrive in the other case. */
    private final Set<Integer> exchanged = new LinkedHashSet<>();

    /**
     * A text that does not arrive as it is typed.
     *
     * @param words what arrives instead, for display
     */
    public record Difference(String text, String words) {}

    /**
     * What was found.
     *
     * @param texts how many were typed, or refused before they were
     * @param differences those that did not arrive
     * @param unchecked characters that a field cannot receive, by code point
     * @param problem why not all texts were typed, for display; empty where all were
     */
    public record Result(int texts, List<Difference> differences, Set<Integer> unchecked, String problem) {}

    /** Ends the proof. */
    private static final class NotProved extends Exception {
        private static final long serialVersionUID = 1L;

        private NotProved(String message) {
            super(message);
        }
    }

    /**
     * Creates a proof.
     *
     * @param field the listener of the screen
     * @param timers for pauses between characters
     */
    public KeyboardProof(Screen screen, FieldReader field, ScheduledExecutorService timers) {
        this.screen = screen;
        this.field = field;
        this.sender = new TextSender(screen, timers);
    }

    /**
     * Types texts.
     *
     * @param appears how long the field may take to be on the display
     * @param deadline by {@link System#nanoTime}
     */
    public Result prove(List<Step.Type> texts, Duration appears, long deadline) throws InterruptedException {
        List<Difference> differences = new ArrayList<>();
        Set<Integer> unchecked = new LinkedHashSet<>();
        int done = 0;
        try {
            Seen seen = take(appears, deadline);
            for (Step.Type type : texts) {
                Step.Type typed = typable(type, unchecked);
                if (typed.text().isEmpty()) {
                    continue;
                }
                if (deadline - System.nanoTime() < ANSWER.toNanos()) {
                    throw new NotProved("only " + done + " of " + texts.size() + " texts were typed in time");
                }
                String words = difference(typed, seen);
                done++;
                if (!words.isEmpty()) {
                    differences.add(new Difference(typed.text(), words));
                }
            }
            press("Escape"); // closes it
            return new Result(done, differences, unchecked, "");
        } catch (NotProved e) {
            return new Result(done, differences, unchecked, String.valueOf(e.getMessage()));
        } catch (ScreenException e) {
            return new Result(done, differences, unchecked, "the display is lost: " + e.getMessage());
        }
    }

    private static Step.Type typable(Step.Type type, Set<Integer> unchecked) {
        StringBuilder kept = new StringBuilder();
        type.text().codePoints().forEach(c -> {
            if (c <= LAST_IN_FIELDS) {
                kept.appendCodePoint(c == '\r' ? '\n' : c);
            } else {
                unchecked.add(c);
            }
        });
        return new Step.Type(kept.toString(), type.pace());
    }

    /** Gives the field the focus; types nothing before it has it. */
    private Seen take(Duration appears, long deadline) throws NotProved, ScreenException, InterruptedException {
        long until = Math.min(deadline, System.nanoTime() + appears.toNanos());
        Seen there = field.await(seen -> true, until)
                .orElseThrow(() -> new NotProved("no text field of Deskmeter is on the display"));
        int x = there.place().x() + PairingPicture.WIDTH / 2;
        int y = there.place().y() + BELOW;
        fire(List.of(new InputEvent.Pointer(x, y, 0)));
        fire(List.of(new InputEvent.Pointer(x, y, 1), new InputEvent.Pointer(x, y, 0)));
        Optional<Seen> focused = await(seen -> seen.code().focused());
        if (focused.isEmpty() || !focused.get().code().focused()) {
            throw new NotProved("a click at " + x + "," + y + " does not give the text field the focus");
        }
        clear();
        return focused.get();
    }

    private void clear() throws NotProved, ScreenException, InterruptedException {
        press("Delete");
        Optional<Seen> empty =
                await(seen -> seen.code().isEmpty() && seen.code().focused());
        if (empty.isEmpty()) {
            throw new NotProved("the text field is not on the display any more");
        }
        if (!empty.get().code().focused()) {
            throw new NotProved("another window has taken the focus from the text field");
        }
        if (!empty.get().code().isEmpty()) {
            throw new NotProved("the key Delete does not reach the text field");
        }
    }

    /** What arrives instead of a text; empty if it arrives as it is typed. */
    private String difference(Step.Type type, Seen before) throws NotProved, ScreenException, InterruptedException {
        clear();
        String refusal = type(type);
        if (!refusal.isEmpty()) {
            return refusal;
        }
        FieldCode arrived = settled(type.text(), before).code();
        if (arrived.is(type.text())) {
            return "";
        }
        List<String> wrong = new ArrayList<>();
        for (int character : type.text().codePoints().distinct().toArray()) {
            String words = character(character, before);
            if (!words.isEmpty()) {
                wrong.add(words);
            }
        }
        int length = type.text().codePointCount(0, type.text().length());
        return wrong.isEmpty()
                ? "of its " + length + " characters " + arrived.count()
                        + (arrived.count() == length ? " arrived, not all as they were typed" : " arrived")
                        + "; each of them alone arrives: keys come faster than the desktop takes them (hint: `type: {"
                        + " text, pace: 30ms }`)"
                : wrong.stream().collect(Collectors.joining(", ")) + capsLock(type.text());
    }

    /** Where all letters arrive in the other case. */
    private String capsLock(String text) {
        List<Integer> letters =
                text.codePoints().filter(Keysyms::hasCases).boxed().toList();
        return !letters.isEmpty() && exchanged.containsAll(letters)
                ? ": each letter in the other case, as with Caps Lock on (hint: turn it off on the desktop)"
                : "";
    }

    private static boolean isOtherCase(int character, FieldCode arrived) {
        return arrived.count() == 1
                && arrived.last() != character
                && Character.toLowerCase(arrived.last()) == Character.toLowerCase(character);
    }

    private String character(int character, Seen before) throws NotProved, ScreenException, InterruptedException {
        String known = characters.get(character);
        if (known != null) {
            return known;
        }
        clear();
        String text = Character.toString(character);
        String refusal = type(new Step.Type(text));
        String words = name(character) + " is refused";
        if (refusal.isEmpty()) {
            FieldCode arrived = settled(text, before).code();
            words = outcome(character, arrived);
            if (isOtherCase(character, arrived)) {
                exchanged.add(character);
            }
        }
        characters.put(character, words);
        return words;
    }

    private static String outcome(int character, FieldCode arrived) {
        if (arrived.is(Character.toString(character))) {
            return "";
        }
        if (arrived.isEmpty()) {
            return name(character) + " does not arrive";
        }
        return name(character) + " arrives as "
                + (arrived.count() == 1 ? name(arrived.last()) : arrived.count() + " characters");
    }

    private static String name(int character) {
        return Character.isISOControl(character)
                ? String.format(Locale.ROOT, "U+%04X", character)
                : String.format(Locale.ROOT, "\"%s\" (U+%04X)", Character.toString(character), character);
    }

    /** Waits until a text has arrived, or nothing more arrives. */
    private Seen settled(String text, Seen before) throws NotProved, ScreenException, InterruptedException {
        Seen last = before;
        while (true) {
            Seen previous = last;
            Optional<Seen> now = field.await(
                    seen -> seen.code().is(text) || !seen.code().equals(previous.code()),
                    System.nanoTime() + QUIET.toNanos());
            if (now.isEmpty()) {
                throw new NotProved("the text field is not on the display any more");
            }
            if (!now.get().code().focused()) {
                throw new NotProved("another window has taken the focus from the text field");
            }
            boolean same = now.get().code().equals(previous.code());
            last = now.get();
            if (last.code().is(text) || same) {
                return last;
            }
        }
    }

    private Optional<Seen> await(Predicate<Seen> expected) throws ScreenException, InterruptedException {
        return field.await(expected, System.nanoTime() + ANSWER.toNanos());
    }

    /** Why a text is refused; empty if it has been typed. */
    private String type(Step.Type type) throws NotProved, InterruptedException {
        try {
            long millis = ANSWER.toMillis()
                    + type.text().length()
                            * (200L + type.pace().orElse(Duration.ZERO).toMillis());
            sender.type(type).get(millis, TimeUnit.MILLISECONDS);
            return "";
        } catch (ExecutionException e) {
            return String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
        } catch (TimeoutException e) {
            throw new NotProved("the display does not take the keys of \"" + type.text() + "\"");
        }
    }

    private void press(String key) throws NotProved, InterruptedException {
        fire(Keyboard.chord(key));
    }

    private void fire(List<InputEvent> events) throws NotProved, InterruptedException {
        CompletableFuture<Long> sent = screen.fire(events);
        try {
            sent.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new NotProved(String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage()));
        } catch (TimeoutException e) {
            throw new NotProved("the display does not take input");
        }
    }
}
