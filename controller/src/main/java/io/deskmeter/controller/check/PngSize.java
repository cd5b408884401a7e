package io.deskmeter.controller.check;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The size of a PNG in pixels, from its header: the controller has no image library. */
public record PngSize(int width, int height) {
    private static final long SIGNATURE = 0x89504E470D0A1A0AL;
    private static final int HEADER_LENGTH = 13;
    private static final int HEADER = 0x49484452;

    /**
     * Reads the size.
     *
     * @throws IOException if the file is not a PNG or cannot be read, with the reason
     */
    public static PngSize of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(in);
        }
    }

    /** The same of a file that has been read. */
    static PngSize of(byte[] file) throws IOException {
        return of(new ByteArrayInputStream(file));
    }

    private static PngSize of(InputStream file) throws IOException {
        try (DataInputStream in = new DataInputStream(file)) {
            if (in.available() < Long.BYTES + 4 * Integer.BYTES
                    || in.readLong() != SIGNATURE
                    || in.readInt() != HEADER_LENGTH
                    || in.readInt() != HEADER) {
                throw new IOException("not a PNG");
            }
            return new PngSize(in.readInt(), in.readInt());
        }
    }

    /** All PNG files of a folder, sorted; none if it does not exist. */
    public static List<Path> pictures(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".png"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return width + "x" + height;
    }
}
