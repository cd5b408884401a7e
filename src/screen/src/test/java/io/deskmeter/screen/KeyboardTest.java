package io.deskmeter.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeyboardTest {
    private static InputEvent.Key down(int keysym) {
        return new InputEvent.Key(keysym, true);
    }

    private static InputEvent.Key up(int keysym) {
        return new InputEvent.Key(keysym, false);
    }

    @Test
    void typesWithShiftWhereAUsKeyboardNeedsIt() {
        assertThat(Keyboard.type("aB!\n"))
                .isEqualTo(List.of(
                        down('a'),
                        up('a'),
                        down(Keysyms.SHIFT),
                        down('B'),
                        up('B'),
                        up(Keysyms.SHIFT),
                        down(Keysyms.SHIFT),
                        down('!'),
                        up('!'),
                        up(Keysyms.SHIFT),
                        down(Keysyms.RETURN),
                        up(Keysyms.RETURN)));
    }

    @Test
    void typesCharactersThatAUsKeyboardLacks() {
        assertThat(Keyboard.type("ä€😀"))
                .isEqualTo(List.of(
                        down(0xE4), up(0xE4), down(0x010020AC), up(0x010020AC), down(0x0101F600), up(0x0101F600)));
        assertThat(Keyboard.type("")).isEmpty();
    }

    @Test
    void chordsGoDownInOrderAndUpInReverse() {
        assertThat(Keyboard.chord("ctrl+shift+s"))
                .isEqualTo(List.of(
                        down(Keysyms.CONTROL),
                        down(Keysyms.SHIFT),
                        down('S'),
                        up('S'),
                        up(Keysyms.SHIFT),
                        up(Keysyms.CONTROL)));
        assertThat(Keyboard.chord("Ctrl+S")).isEqualTo(Keyboard.chord("ctrl+s"));
        assertThat(Keyboard.chord("ctrl+s")).contains(down('s'));
        assertThat(Keyboard.chord("alt+F4"))
                .containsExactly(down(Keysyms.ALT), down(0xFFC1), up(0xFFC1), up(Keysyms.ALT));
        assertThat(Keyboard.chord("shift+1")).contains(down('!'));
        assertThat(Keyboard.chord("Return")).containsExactly(down(Keysyms.RETURN), up(Keysyms.RETURN));
        assertThat(Keyboard.chord("ctrl++"))
                .isEqualTo(Keyboard.chord("ctrl+plus"))
                .contains(down('+'), down(Keysyms.SHIFT));
        assertThat(Keyboard.chord("+")).contains(down('+'));
    }

    @Test
    void allNamesOfAKeyGiveTheSameKeysym() {
        assertThat(List.of("PageUp", "Page_Up", "pgup", "PgUp", "Prior"))
                .allSatisfy(name -> assertThat(Keysyms.named(name)).isEqualTo(0xFF55));
        assertThat(Keysyms.named("F12")).isEqualTo(0xFFC9);
        assertThat(Keysyms.named("space")).isEqualTo(' ');
    }

    @Test
    void invalidKeysAreReportedByName() {
        assertThatThrownBy(() -> Keyboard.chord("ctrl+Bogus"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key: \"Bogus\" (expected: a character or a name such as Return");
        assertThatThrownBy(() -> Keyboard.chord("a+b"))
                .hasMessageContaining("chord: \"a+b\" (expected: only ctrl, shift");
        assertThatThrownBy(() -> Keyboard.chord("ctrl+")).hasMessageContaining("chord: \"ctrl+\"");
        assertThatThrownBy(() -> Keyboard.chord("")).hasMessageContaining("chord: \"\"");
        assertThatThrownBy(() -> Keyboard.type("a\u0007")).hasMessageContaining("character: U+0007");
        assertThatThrownBy(() -> Keyboard.type("\ud800")).hasMessageContaining("character: U+D800");
    }
}
