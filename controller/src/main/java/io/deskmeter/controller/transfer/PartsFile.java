package io.deskmeter.controller.transfer;

import io.deskmeter.controller.store.StoreMigration;
import io.deskmeter.text.PeerText;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file that was read once as a whole: its parts have names that such a file may have, and the checksum is right. It
 * can be read again, part by part. Its bytes are not trusted in either reading.
 */
public final class PartsFile {
    /** The most that a byte of the file may become, beyond the first megabytes: rows of a table become about thirty. */
    static final int MOST_TIMES = 250;

    private static final long FREE_BYTES = 64L << 20;
    private static final int MOST_SMALL = 1 << 16;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final Path file;
    private final String label;
    private final FileKind kind;
    private final long mostBytes;
    private final int mostParts;
    private @Nullable FileHeader header;
    private PartsDigest.@Nullable Manifest manifest;
    private long evidenceBytes;
    private long tableBytes;
    private long largestPicture;
    private final Set<String> pictures = new HashSet<>();

    private PartsFile(Path file, String label, FileKind kind, long mostBytes, int mostParts) {
        this.file = file;
        this.label = label;
        this.kind = kind;
        this.mostBytes = mostBytes;
        this.mostParts = mostParts;
    }

    /**
     * Reads a file as a whole.
     *
     * @param label of it in messages
     * @param mostBytes of all parts together
     * @throws InvalidFileException if it is none of this kind, or not as it was written
     */
    public static PartsFile check(Path file, String label, FileKind kind, long mostBytes, int mostParts)
            throws IOException {
        PartsFile parts = new PartsFile(file, label, kind, mostBytes, mostParts);
        parts.read((name, in) -> {
            long bytes = skip(in);
            parts.tableBytes += name.startsWith(FileKind.TABLES) ? bytes : 0;
            if (name.startsWith(FileKind.EVIDENCE)) {
                parts.evidenceBytes += bytes;
                parts.largestPicture = Math.max(parts.largestPicture, bytes);
                if (kind == FileKind.RUN) {
                    parts.pictures.add(name.substring(FileKind.EVIDENCE.length()));
                }
            }
        });
        return parts;
    }

    private static long skip(InputStream in) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long bytes = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            bytes += read;
        }
        return bytes;
    }

    /** What it says of itself. */
    public FileHeader header() {
        if (header == null) {
            throw new IllegalStateException("the file was not read");
        }
        return header;
    }

    /** The size of all rows, as lines of text. */
    public long tableBytes() {
        return tableBytes;
    }

    /** The size of all pictures. */
    public long evidenceBytes() {
        return evidenceBytes;
    }

    /** The size of the largest picture. */
    public long largestPicture() {
        return largestPicture;
    }

    /** The names of the pictures of a run; of a backup, which may have any number of them, none. */
    public Set<String> pictures() {
        return Set.copyOf(pictures);
    }

    /** Gets a part. */
    public interface Reader {
        /**
         * A part of the file.
         *
         * @param in ends with the part; need not be read to its end
         */
        void part(String name, InputStream in) throws IOException;
    }

    /**
     * Passes all parts on, in the order of the file.
     *
     * @throws InvalidFileException if it is not, or not any more, as it was written
     */
    public void read(Reader reader) throws IOException {
        long[] fromDisk = new long[1];
        long size = Files.size(file);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
                ZipInputStream zip = new ZipInputStream(new Counter(in, fromDisk))) {
            new Reading(zip, fromDisk, size).all(reader);
        } catch (ZipException | IllegalArgumentException | EOFException e) {
            // IllegalArgumentException: a name that is no UTF-8.
            throw new InvalidFileException(
                    label + ": cannot be read as a zip file: " + PeerText.line(String.valueOf(e.getMessage()))
                            + " (expected: " + kind.words()
                            + ", complete; hint: was it cut off or changed on its way? Copy it again)",
                    e);
        }
    }

    private InvalidFileException invalid(String what, String expected) {
        return new InvalidFileException(label + ": " + what + " (expected: " + expected + ")");
    }

    /** One reading. */
    private final class Reading {
        private final ZipInputStream zip;
        private final long[] fromDisk;
        private final PartsDigest digest = new PartsDigest();
        private final Set<String> names = new HashSet<>();
        private final long size;
        private long bytes;
        private int parts;

        Reading(ZipInputStream zip, long[] fromDisk, long size) {
            this.zip = zip;
            this.fromDisk = fromDisk;
            this.size = size;
        }

        void all(Reader reader) throws IOException {
            ZipEntry first = zip.getNextEntry();
            if (first == null || !first.getName().equals(PartsWriter.HEADER)) {
                throw invalid(
                        first == null ? "is no zip file, or an empty one" : "begins with " + shown(first.getName()),
                        kind.words() + ", which begins with " + PartsWriter.HEADER);
            }
            read(PartsWriter.HEADER, (name, in) -> header = header(small(in)));
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                if (name.equals(PartsWriter.MANIFEST)) {
                    end(small(new Bounded()));
                    return;
                }
                if (!kind.mayHave(name)) {
                    throw invalid(
                            "part " + shown(name),
                            "parts tables/NAME.jsonl, evidence/… and others that " + kind.words() + " has");
                }
                if (++parts > mostParts) {
                    throw invalid("more than " + mostParts + " parts", "fewer");
                }
                // Pictures of a backup are too many to remember; one that comes twice is not written twice.
                if ((kind == FileKind.RUN || name.startsWith(FileKind.TABLES)) && !names.add(name)) {
                    throw invalid("part " + shown(name) + " is there twice", "each part once");
                }
                read(name, reader);
            }
            throw invalid(
                    "ends without " + PartsWriter.MANIFEST + " after " + size + " bytes",
                    kind.words() + ", complete; hint: it was cut off, copy or write it again");
        }

        private void read(String name, Reader reader) throws IOException {
            MessageDigest sha256 = PartsDigest.sha256();
            Bounded content = new Bounded();
            DigestInputStream in = new DigestInputStream(content, sha256);
            reader.part(name, in);
            skip(in);
            digest.add(name, content.read, sha256.digest());
        }

        private void end(byte[] said) throws IOException {
            PartsDigest.Manifest found = digest.manifest();
            PartsDigest.Manifest expected = json(PartsWriter.MANIFEST, said, PartsDigest.Manifest.class);
            if (!found.equals(expected)) {
                throw invalid(
                        "its parts have the checksum " + found.sha256() + ", " + found.parts() + " parts of "
                                + found.bytes() + " bytes",
                        expected.sha256().length() == 64
                                ? shown(expected.sha256()) + ", " + expected.parts() + " parts of " + expected.bytes()
                                        + " bytes, as " + PartsWriter.MANIFEST
                                        + " says; hint: it was changed after it was written"
                                : "a checksum of SHA-256");
            }
            if (manifest != null && !manifest.equals(found)) {
                throw invalid("has changed while it was read", "the same file; hint: is it still being copied?");
            }
            manifest = found;
            if (zip.getNextEntry() != null) {
                throw invalid("goes on after " + PartsWriter.MANIFEST, "that part to be the last one");
            }
        }

        private byte[] small(InputStream in) throws IOException {
            byte[] content = in.readNBytes(MOST_SMALL + 1);
            if (content.length > MOST_SMALL) {
                throw invalid("a part of more than " + MOST_SMALL + " bytes", "a short description");
            }
            return content;
        }

        /** Bytes of the present part. The sum of all is bounded, and so is what a byte of the file may become. */
        private final class Bounded extends InputStream {
            private long read;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int got = zip.read(buffer, offset, length);
                if (got > 0) {
                    read += got;
                    bytes += got;
                    if (bytes > mostBytes) {
                        throw invalid("its parts have more than " + mostBytes + " bytes", "fewer");
                    }
                    if (bytes > FREE_BYTES + MOST_TIMES * fromDisk[0]) {
                        throw invalid(
                                fromDisk[0] + " bytes of it become more than " + bytes,
                                "at most " + MOST_TIMES + " times as many; hint: no export or backup is like that");
                    }
                }
                return got;
            }
        }
    }

    private FileHeader header(byte[] content) throws IOException {
        FileHeader said = json(PartsWriter.HEADER, content, FileHeader.class);
        if (!kind.format().equals(said.format())) {
            throw invalid("format " + shown(String.valueOf(said.format())), kind.format() + ", " + kind.words());
        }
        if (said.version() < 1 || said.version() > FileHeader.VERSION) {
            throw invalid(
                    "form " + said.version() + " of Deskmeter " + shown(String.valueOf(said.program())),
                    "1 to " + FileHeader.VERSION + "; hint: a later version wrote it, use that one here, too");
        }
        String run = said.run();
        if (kind == FileKind.RUN && (run == null || !FileKind.isRunId(run))) {
            throw invalid(
                    "run " + shown(String.valueOf(run)),
                    "the id of a run: letters, digits, - and _, at most 64 of them");
        }
        if (!String.valueOf(said.schema()).matches("[0-9]{1,6}(\\.[0-9]{1,6})?")) {
            throw invalid("schema " + shown(String.valueOf(said.schema())), "the number of a migration, as 34");
        }
        try {
            StoreMigration.requireKnown(said.schema());
        } catch (IOException e) {
            throw new InvalidFileException(label + ": " + e.getMessage(), e);
        }
        return said;
    }

    private <T> T json(String name, byte[] content, Class<T> type) throws IOException {
        try {
            T value = JSON.readValue(content, type);
            if (value == null) {
                throw invalid(name + " is null", "an object");
            }
            return value;
        } catch (JacksonException e) {
            throw new InvalidFileException(
                    label + ": " + name + ": " + PeerText.line(e.getOriginalMessage()) + " (expected: an object as "
                            + kind.words() + " has it)",
                    e);
        }
    }

    private static String shown(String text) {
        int most = 100;
        String line = PeerText.line(text.substring(0, Math.min(text.length(), most)));
        return "\"" + line + (text.length() > most ? "…" : "") + "\"";
    }

    private static final class Counter extends FilterInputStream {
        private final long[] count;

        Counter(InputStream in, long[] count) {
            super(in);
            this.count = count;
        }

        @Override
        public int read() throws IOException {
            int got = in.read();
            count[0] += got < 0 ? 0 : 1;
            return got;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int got = in.read(buffer, offset, length);
            count[0] += Math.max(0, got);
            return got;
        }
    }
}
