package io.deskmeter.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeerTextTest {
    @Test
    void whatATerminalObeysIsEscaped() {
        assertThat(PeerText.line("\u001b[2J\u001b[31mgo away\r\nsecond line\u0007"))
                .isEqualTo("\\x1b[2J\\x1b[31mgo away\\r\\nsecond line\\x07");
        assertThat(PeerText.line("\u009b31m"))
                .as("an escape sequence of one byte")
                .isEqualTo("\\x9b31m");
        assertThat(PeerText.line("a\u202egnp.exe")).as("turns the direction").isEqualTo("a\\u202egnp.exe");
        assertThat(PeerText.line("a\u2028b")).isEqualTo("a\\u2028b");
        assertThat(PeerText.line("a\ud800b")).as("half a character").isEqualTo("a\\ud800b");
        assertThat(PeerText.line("\udb40\udc41")).as("an invisible tag").isEqualTo("\\U000e0041");
    }

    @Test
    void printableTextStaysAsItIs() {
        String text = "Größe 10 µm, 5 €, 日本語, 😀, \"C:\\new\"";
        assertThat(PeerText.line(text)).isSameAs(text);
    }

    @Test
    void linesStayLines() {
        assertThat(PeerText.lines("one\r\n\ttwo\u001b[1m\nthree\rX")).isEqualTo("one\n\ttwo\\x1b[1m\nthree\\rX");
    }

    @Test
    void bytesThatAreNoTextAreReplaced() {
        byte[] data = {'x', 'b', 'a', 'd', (byte) 0xFF, (byte) 0xC3, '(', 0};
        assertThat(PeerText.line(data, 1, 7)).isEqualTo("bad\ufffd\ufffd(\\x00");
        assertThat(PeerText.line(new byte[] {(byte) 0xE4, 10}, StandardCharsets.ISO_8859_1))
                .isEqualTo("ä\\n");
        assertThat(PeerText.lines(new byte[] {'a', 10, 27})).isEqualTo("a\n\\x1b");
    }

    /** Each character: what remains is printable, and making it printable again changes nothing. */
    @Test
    void nothingIsLeftToObey() {
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT).forEach(c -> {
            String line = PeerText.line("a" + Character.toString(c) + "b");
            assertThat(line.codePoints().noneMatch(Character::isISOControl))
                    .as("U+%04X", c)
                    .isTrue();
            assertThat(PeerText.line(line)).isEqualTo(line);
        });
    }
}
