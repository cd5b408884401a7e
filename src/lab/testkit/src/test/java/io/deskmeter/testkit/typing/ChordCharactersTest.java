package io.deskmeter.testkit.typing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.workload.step.Step;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is known of the characters of a chord, and so what a check proves of it, is what is sent for it. */
class ChordCharactersTest {
    private static final List<String> MODIFIERS =
            List.of("", "ctrl+", "shift+", "SHIFT+", "ctrl+shift+", "shift+ctrl+", "alt+", "super+alt+shift+");

    private static List<Integer> sent(String chord) {
        return Keyboard.chord(chord).stream()
                .map(event -> (InputEvent.Key) event)
                .filter(key -> key.down() && Keysyms.isCharacter(key.keysym()))
                .map(key -> Keysyms.character(key.keysym()))
                .toList();
    }

    private static List<Integer> known(String chord) {
        return new Step.Keys(List.of(chord))
                .characters()
                .map(key -> key.codePointAt(0))
                .toList();
    }

    private static void compare(List<String> keys) {
        for (String key : keys) {
            for (String modifiers : MODIFIERS) {
                assertThat(known(modifiers + key)).as("%s", modifiers + key).isEqualTo(sent(modifiers + key));
            }
        }
    }

    @Test
    void namesOfKeys() {
        List<String> names = Keysyms.names().stream().sorted().toList();
        assertThat(names).contains("comma", "period", "plus", "minus", "space", "f12");
        compare(names);
        compare(List.of("Comma", "PERIOD", "page_up", "Pl_us"));
    }

    @Test
    void charactersOfKeys() {
        compare(Stream.concat(
                        IntStream.concat(IntStream.rangeClosed('!', '~'), IntStream.rangeClosed(0xA1, 0xFF))
                                .mapToObj(Character::toString),
                        Stream.of("Ł", "ł", "я", "Я", "€", "ÿ"))
                .toList());
    }

    @Test
    void severalChords() {
        assertThat(new Step.Keys(List.of(
                                "a", "shift+b", "C", "ctrl+d", "ctrl+shift+e", "Return", "1", "shift+1", "é", "+"))
                        .letters())
                .isEqualTo("aBCé");
        assertThat(new Step.Keys(List.of("ctrl+shift+2", "Return", "ctrl+S", "shift+ó")).characters())
                .containsExactly("@", "s", "Ó");
    }
}
