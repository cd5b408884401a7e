package io.deskmeter.controller.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reproducers: a file for import filled the disk while it came, and runs of other people ended, as nothing of them
 * could be stored any more.
 */
class RunImportTest {
    private static final int MIB = 1 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static LongFunction<Optional<String>> room(long most) {
        return bytes -> bytes > most ? Optional.of(bytes + " bytes (expected: fewer)") : Optional.empty();
    }

    @Test
    void aFileThatDoesNotFitIsRefusedBeforeAByteIsRead() throws Exception {
        Path file = folder.resolve("run.zip");
        InputStream unread = InputStream.nullInputStream();
        // From now on each read fails.
        unread.close();
        assertThatThrownBy(() -> RunImport.receive(unread, 10L * MIB, file, room(10L * MIB - 1)))
                .isInstanceOf(RunImport.NoRoomException.class)
                .hasMessageContaining("no room: " + 10 * MIB + " bytes (expected: ");
        assertThat(file).doesNotExist();
    }

    /** Others write, too. */
    @Test
    void aFileThatDoesNotFitAnyMoreIsRefusedWhileItIsRead() throws Exception {
        Path file = folder.resolve("run.zip");
        ByteArrayInputStream content = new ByteArrayInputStream(new byte[10 * MIB]);
        assertThatThrownBy(() -> RunImport.receive(
                        content,
                        10L * MIB,
                        file,
                        bytes -> room((content.available() < 7 * MIB ? 1 : 100) * (long) MIB)
                                .apply(bytes)))
                .isInstanceOf(RunImport.NoRoomException.class);
        assertThat(Files.size(file)).isEqualTo(3L * MIB);
    }

    @Test
    void allOfAFileThatFitsIsWritten() throws Exception {
        byte[] content = new byte[3 * MIB + 17];
        content[content.length - 1] = 1;
        Path file = folder.resolve("run.zip");
        RunImport.receive(new ByteArrayInputStream(content), content.length, file, room(content.length));
        assertThat(file).hasBinaryContent(content);
    }
}
