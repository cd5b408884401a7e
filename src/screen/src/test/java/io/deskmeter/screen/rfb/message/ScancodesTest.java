package io.deskmeter.screen.rfb.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Keysyms;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScancodesTest {
    @Test
    void bothCharactersOfAKeyHaveItsPosition() {
        String plain = "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./";
        String shifted = "~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:\"ZXCVBNM<>?";
        assertThat(plain.chars().map(Scancodes::of))
                .doesNotContain(Scancodes.NONE)
                .doesNotHaveDuplicates();
        assertThat(shifted.chars().map(Scancodes::of).toArray())
                .isEqualTo(plain.chars().map(Scancodes::of).toArray());
    }

    /** As in the tables of the PC's keyboard controller. */
    @Test
    void knownPositions() {
        assertThat(List.of("Escape", "Tab", "Return", "space", "F1", "F10", "F11", "F12", "backspace").stream()
                        .map(Keysyms::named)
                        .map(Scancodes::of))
                .containsExactly(0x01, 0x0F, 0x1C, 0x39, 0x3B, 0x44, 0x57, 0x58, 0x0E);
        assertThat(List.of("Home", "Up", "Delete", "Super", "Menu", "Print", "Right").stream()
                        .map(Keysyms::named)
                        .map(Scancodes::of))
                .containsExactly(0xC7, 0xC8, 0xD3, 0xDB, 0xDD, 0xB7, 0xCD);
        assertThat(Scancodes.of('z')).isEqualTo(0x2C);
        assertThat(Scancodes.of('\\')).isEqualTo(0x2B);
        assertThat(Scancodes.of('`')).isEqualTo(0x29);
        assertThat(IntStream.of(0xFF95, 0xFF97, 0xFF9F, 0xFFB7, 0xFFB0, 0xFFAE).map(Scancodes::of))
                .as("the keypad is known by its digits only")
                .containsExactly(0, 0, 0, 0x47, 0x52, 0x53);
        assertThat(Scancodes.of(0xE4)).as("an umlaut").isEqualTo(Scancodes.NONE);
    }

    @Test
    void allCharactersOfAKeyboardHaveAPosition() {
        String ascii = IntStream.rangeClosed(' ', '~')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        assertThat(Keyboard.type(ascii))
                .allSatisfy(event -> assertThat(Scancodes.of(((InputEvent.Key) event).keysym()))
                        .isPositive());
    }
}
