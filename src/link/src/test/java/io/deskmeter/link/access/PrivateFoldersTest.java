package io.deskmeter.link.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFoldersTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Path open(String name) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
        return made;
    }

    @Test
    void onlyTheOwnerCanEnterANewFolder() throws Exception {
        assertThat(rights(PrivateFolders.provide(folder.resolve("a/b/c"), "mark")))
                .isEqualTo("rwx------");
    }

    @Test
    void anEmptyFolderAndAFormerOneAreClosedToOthers() throws Exception {
        assertThat(rights(PrivateFolders.provide(open("empty"), "mark"))).isEqualTo("rwx------");
        Path former = open("former");
        Files.createFile(former.resolve("second"));
        assertThat(rights(PrivateFolders.provide(former, "first", "second"))).isEqualTo("rwx------");
    }

    @Test
    void aFolderWithOtherFilesIsNotChanged() throws Exception {
        Path others = open("others");
        Files.createFile(others.resolve("letter"));
        assertThatThrownBy(() -> PrivateFolders.provide(others, "mark"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(others + " has the rights rwxr-xr-x")
                .hasMessageContaining("chmod 700");
        assertThat(rights(others)).isEqualTo("rwxr-xr-x");
    }
}
