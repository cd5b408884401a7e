package io.deskmeter.link.content;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A workload's folder as a zip archive: its files only, in the order of their names, without dates, so that equal
 * folders give equal bytes. Archives are not trusted: unpacked files stay below the folder and within the limits.
 */
public final class ContentArchive {
    private static final int MOST_FILES = 10_000;
    private static final long MOST_BYTES = 1L << 30;
    private static final int LONGEST_NAME = 1_000;
    private static final int BUFFER = 64 << 10;

    /** The earliest date that the format supports. */
    private static final LocalDateTime NO_DATE = LocalDateTime.of(1980, 1, 1, 0, 0);

    private ContentArchive() {}

    /** Writes the files of a folder to a new archive. */
    public static void pack(Path folder, Path archive) throws IOException {
        try (OutputStream out = Files.newOutputStream(archive, StandardOpenOption.CREATE_NEW);
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            for (Map.Entry<String, Path> file : files(folder).entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(NO_DATE);
                zip.putNextEntry(entry);
                Files.copy(file.getValue(), zip);
                zip.closeEntry();
            }
        }
    }

    private static Map<String, Path> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile)
                    .collect(Collectors.toMap(
                            file -> folder.relativize(file).toString().replace('\\', '/'),
                            file -> file,
                            (first, same) -> first,
                            TreeMap::new));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Unpacks into a new folder; files that have been written remain if it fails.
     *
     * @throws ContentException if the archive is damaged, too large, or names anything but a file below the folder
     * @throws IOException if it cannot be written
     */
    public static void unpack(Path archive, Path folder) throws IOException, ContentException {
        Files.createDirectories(folder);
        try (InputStream in = Files.newInputStream(archive);
                ZipInputStream zip = new ZipInputStream(in, StandardCharsets.UTF_8)) {
            byte[] buffer = new byte[BUFFER];
            long left = MOST_BYTES;
            int files = 0;
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (++files > MOST_FILES) {
                    throw new ContentException("archive: more than " + MOST_FILES + " files (expected: fewer)");
                }
                Path target = target(folder, entry.getName());
                Files.createDirectories(target.getParent());
                left = write(zip, target, buffer, left);
            }
        } catch (ZipException | EOFException | IllegalArgumentException e) {
            throw new ContentException("archive: damaged: " + e.getMessage() + " (expected: a zip archive)", e);
        }
    }

    private static long write(ZipInputStream zip, Path target, byte[] buffer, long room)
            throws IOException, ContentException {
        long left = room;
        try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
            for (int n = zip.read(buffer); n >= 0; n = zip.read(buffer)) {
                left -= n;
                if (left < 0) {
                    throw new ContentException(
                            "archive: more than " + (MOST_BYTES >> 20) + " MB when unpacked (expected: less)");
                }
                out.write(buffer, 0, n);
            }
        }
        return left;
    }

    /** Names that have different meanings on different systems are refused on all. */
    private static Path target(Path folder, String name) throws ContentException {
        List<String> parts = List.of(name.split("/", -1));
        boolean sound = name.length() <= LONGEST_NAME
                && name.chars().noneMatch(c -> c < ' ' || c == '\\' || c == ':')
                && parts.stream().noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
        if (!sound) {
            throw new ContentException("archive: file " + (name.length() > 200 ? name.substring(0, 200) + "…" : name)
                    + " (expected: a path below the workload's folder, with / between its parts)");
        }
        return folder.resolve(name);
    }
}
