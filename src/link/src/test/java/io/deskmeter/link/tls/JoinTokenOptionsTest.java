package io.deskmeter.link.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinTokenOptionsTest {
    private static final String TOKEN = "dmj1." + "A".repeat(43) + "." + "A".repeat(43);

    @TempDir
    Path folder;

    @Test
    void aTokenThatIsTypedEndsWithItsLine() throws Exception {
        InputStream typed = new SequenceInputStream(
                new ByteArrayInputStream((TOKEN + "\n").getBytes(StandardCharsets.US_ASCII)), new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("a terminal would wait here");
                    }

                    @Override
                    public int read(byte[] bytes, int at, int length) throws IOException {
                        return read();
                    }
                });
        assertThat(JoinTokenOptions.line(typed)).isEqualTo(TOKEN);
    }

    @Test
    void aTokenIsAnOptionOrAFileAndNotBoth() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        assertThat(JoinTokenOptions.token(TOKEN, null).map(JoinToken::text)).hasValue(TOKEN);
        assertThat(JoinTokenOptions.token(null, file).map(JoinToken::text)).hasValue(TOKEN);
        assertThat(JoinTokenOptions.token(null, null)).isEmpty();
        assertThatThrownBy(() -> JoinTokenOptions.token(TOKEN, file))
                .hasMessage("--join and --join-file (expected: one of them)");
    }

    /**
     * Reproducer: an agent that has joined did not start again when the file of its spent token was deleted, or
     * standard input was empty.
     */
    @Test
    void whereNoTokenIsNeededNoneMayBeThere() throws Exception {
        InputStream none = InputStream.nullInputStream();
        assertThat(JoinTokenOptions.tokenIfThere(null, folder.resolve("deleted"), none))
                .isEmpty();
        assertThat(JoinTokenOptions.tokenIfThere("-", null, none)).isEmpty();
        Path file = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        assertThat(JoinTokenOptions.tokenIfThere(null, file, none).map(JoinToken::text))
                .hasValue(TOKEN);
        InputStream typed = new ByteArrayInputStream((TOKEN + "\n").getBytes(StandardCharsets.US_ASCII));
        assertThat(JoinTokenOptions.tokenIfThere("-", null, typed).map(JoinToken::text))
                .hasValue(TOKEN);
        assertThatThrownBy(() -> JoinTokenOptions.tokenIfThere(TOKEN, file, none))
                .hasMessage("--join and --join-file (expected: one of them)");
    }

    @Test
    void aFileThatIsTooLongForATokenIsNotRead() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "x".repeat(1001));
        assertThatThrownBy(() -> JoinTokenOptions.token(null, file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 1001 bytes (expected: a join token)");
    }
}
