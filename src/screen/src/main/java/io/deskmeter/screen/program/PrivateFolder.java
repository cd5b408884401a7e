package io.deskmeter.screen.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Folders and files that only their owner can enter or read. */
public final class PrivateFolder {
    private static final FileAttribute<?> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFolder() {}

    /** Creates a folder with exactly this name. */
    public static Path create(Path folder) throws IOException {
        return Files.createDirectory(folder, FOLDER);
    }

    /** Creates a folder with a unique name. */
    public static Path createIn(Path parent, String prefix) throws IOException {
        return Files.createTempDirectory(parent, prefix, FOLDER);
    }

    /** Writes a new file; it is private before the first byte is written. */
    public static Path write(Path file, byte[] content) throws IOException {
        Files.createFile(file, FILE);
        return Files.write(file, content, StandardOpenOption.WRITE);
    }

    /** Writes a new file in UTF-8. */
    public static Path write(Path file, String content) throws IOException {
        return write(file, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Removes a folder with its content; a missing file is not an error. */
    public static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(left);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
