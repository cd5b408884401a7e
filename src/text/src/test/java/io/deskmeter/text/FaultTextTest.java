package io.deskmeter.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultTextTest {
    @Test
    void saysInWordsWhatJavaSaysByTheNameOfAClass(@TempDir Path folder) throws Exception {
        Path there = Files.writeString(folder.resolve("there"), "x");
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0});
        Path missing = folder.resolve("missing/file");
        assertThat(FaultText.reason(catchThrowable(() -> Files.createFile(missing))))
                .isEqualTo("no such file or folder");
        assertThat(FaultText.message(catchThrowable(() -> Files.readString(missing))))
                .isEqualTo(missing + ": no such file or folder");
        assertThat(FaultText.reason(catchThrowable(() -> Files.createFile(there))))
                .isEqualTo("is there already");
        assertThat(FaultText.reason(catchThrowable(() -> Files.newDirectoryStream(there))))
                .isEqualTo("not a folder");
        assertThat(FaultText.reason(catchThrowable(() -> Files.readString(bytes, StandardCharsets.UTF_8))))
                .isEqualTo("not text in UTF-8");
        assertThat(FaultText.reason(catchThrowable(() -> Files.createDirectories(there.resolve("below")))))
                .doesNotContain("Exception");
        assertThat(FaultText.reason(new AccessDeniedException("/x"))).isEqualTo("permission denied");
        assertThat(FaultText.reason(new FileSystemException("/x", null, "No space left on device")))
                .isEqualTo("No space left on device");
    }

    @Test
    void looksThroughWhatOnlyCarriesAnother() {
        IOException refused = new IOException("refused (expected: more)");
        assertThat(FaultText.reason(new CompletionException(new UncheckedIOException(refused))))
                .isEqualTo("refused (expected: more)");
        assertThat(FaultText.message(new IOException("a: b", refused))).isEqualTo("a: b");
        assertThat(FaultText.reason(new IOException("java.nio.file.NoSuchFileException: /x", null)))
                .isEqualTo("/x");
        assertThat(FaultText.reason(new IOException(null, new EOFException()))).isEqualTo("ended too early");
        assertThat(FaultText.reason(new ConnectException())).isEqualTo("no connection");
        assertThat(FaultText.reason(new IOException())).isEqualTo("it failed, and nothing says why");
    }
}
