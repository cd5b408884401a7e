package io.deskmeter.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageFaultTest {
    @TempDir
    private Path folder;

    @Test
    void spaceIsNamedOnlyWhereItWasTheCause() {
        IOException full = new FileSystemException("f", null, "No space left on device");
        assertThat(StorageFault.of(new IllegalStateException("commit", new UncheckedIOException(full))))
                .isEqualTo(StorageFault.SPACE);
        assertThat(StorageFault.expectation(full, folder.resolve("a/b")))
                .startsWith("(expected: room on its disk; free: ")
                .contains(" MB; hint: free some");
        assertThat(StorageFault.of(new NotDirectoryException("f"))).isEqualTo(StorageFault.OTHER);
        assertThat(StorageFault.expectation(new NotDirectoryException("f"), folder))
                .doesNotContain("free some")
                .contains("neither disk space nor permissions");
    }

    @Test
    void permissionIsNamedWhereItWasTheCause() {
        assertThat(StorageFault.of(new IOException("x", new AccessDeniedException("f"))))
                .isEqualTo(StorageFault.PERMISSION);
        assertThat(StorageFault.of(new IOException("f (Read-only file system)")))
                .isEqualTo(StorageFault.PERMISSION);
    }
}
