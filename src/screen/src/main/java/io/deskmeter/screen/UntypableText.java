package io.deskmeter.screen;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The characters of a text that cannot be typed, in words. */
public final class UntypableText {
    private UntypableText() {}

    /**
     * The characters of a text that are not among those that can be typed, each once, in the order of the text; line
     * breaks and tabs always can.
     */
    public static Set<Integer> of(String text, IntPredicate typable) {
        Set<Integer> not = new LinkedHashSet<>();
        text.codePoints()
                .filter(c -> c != '\n' && c != '\r' && c != '\t' && !typable.test(c))
                .forEach(not::add);
        return not;
    }

    /**
     * Why a text is not typed on any keyboard: it has control characters, or what is no character; null if it can be.
     */
    public static @Nullable ScreenException withoutKeysym(String text) {
        Set<Integer> none = of(text, Keysyms::exists);
        return none.isEmpty()
                ? null
                : refused(none, "characters, line breaks and tabs; a key has a step of its own, as `keys: Escape`");
    }

    /** Names characters: {@code "ä" (U+00E4), "€" (U+20AC)}. */
    public static String names(Set<Integer> characters) {
        return characters.stream()
                .map(c -> Character.isISOControl(c)
                        ? String.format(Locale.ROOT, "U+%04X", c)
                        : String.format(Locale.ROOT, "\"%s\" (U+%04X)", Character.toString(c), c))
                .collect(Collectors.joining(", "));
    }

    /** Why a text is not typed. */
    public static ScreenException refused(Set<Integer> characters, String expected) {
        return ScreenException.ofRefusedInput(
                "text not typed: its characters " + names(characters) + " (expected: " + expected + ")");
    }
}
