package io.deskmeter.agent.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoiningTest {
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
        assertThat(Joining.line(typed)).isEqualTo(TOKEN);
    }

    @Test
    void noControllerIsAskedIfTheIdentityCouldNotBeStored() {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> Joining.identity(
                        missing, new ControllerAddress("127.0.0.1", 1), Joining.token(TOKEN, null), "machine"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the join token has not been used");
    }
}
