package io.deskmeter.agent.session.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies and removes content folders. */
public final class ContentFolders {
    private ContentFolders() {}

    /** Copies {@code from} to the new folder {@code to}; a missing {@code from} counts as empty. */
    public static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        if (!Files.isDirectory(from)) {
            return;
        }
        for (Path source : below(from)) {
            Path target = to.resolve(from.relativize(source).toString());
            if (Files.isDirectory(source)) {
                Files.createDirectories(target);
            } else {
                Files.copy(source, target);
                // Content is read-only if an administrator has installed the program, but the user must be able to
                // save.
                if (!target.toFile().setWritable(true)) {
                    throw new IOException("content: " + target + " cannot be made writable (expected: own copy)");
                }
            }
        }
    }

    /** Removes a folder with its content; a missing file is not an error. */
    public static void delete(Path folder) throws IOException {
        List<Path> paths;
        try {
            paths = below(folder);
        } catch (NoSuchFileException e) {
            return;
        }
        for (Path path : paths.stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.deleteIfExists(path);
        }
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
