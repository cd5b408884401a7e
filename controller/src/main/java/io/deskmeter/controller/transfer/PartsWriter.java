package io.deskmeter.controller.transfer;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.LocalDateTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.json.JsonMapper;

/** Writes a file, part by part. One that was not closed has no manifest, and is refused by whoever reads it. */
final class PartsWriter implements AutoCloseable {
    static final String HEADER = "deskmeter.json";
    static final String MANIFEST = "manifest.json";

    /** The same content gives the same file. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final Target target;
    private final ZipOutputStream zip;
    private final PartsDigest digest = new PartsDigest();

    PartsWriter(OutputStream out, FileHeader header) throws IOException {
        this.target = new Target(out);
        this.zip = new ZipOutputStream(target);
        part(HEADER, part -> part.write(JsonMapper.shared().writeValueAsBytes(header)));
    }

    /** Writes the content of a part. */
    interface Content {
        void to(OutputStream out) throws IOException;
    }

    void part(String name, Content content) throws IOException {
        begin(name);
        MessageDigest sha256 = PartsDigest.sha256();
        Counted counted = new Counted(new DigestOutputStream(zip, sha256));
        content.to(counted);
        counted.flush();
        zip.closeEntry();
        digest.add(name, counted.bytes, sha256.digest());
    }

    private void begin(String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
    }

    /** Ends the file. */
    void finish() throws IOException {
        begin(MANIFEST);
        zip.write(JsonMapper.shared().writeValueAsBytes(digest.manifest()));
        zip.closeEntry();
        zip.finish();
        zip.flush();
    }

    /**
     * Frees its memory, whether it was finished or not; the stream below stays open, and gets nothing more: what is not
     * finished must not look like it.
     */
    @Override
    public void close() throws IOException {
        target.ended = true;
        zip.close();
    }

    private static final class Target extends FilterOutputStream {
        private boolean ended;

        Target(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            if (!ended) {
                out.write(b);
            }
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            if (!ended) {
                out.write(buffer, offset, length);
            }
        }

        @Override
        public void flush() throws IOException {
            if (!ended) {
                out.flush();
            }
        }

        @Override
        public void close() {
            ended = true;
        }
    }

    /** A part does not close the file. */
    private static final class Counted extends FilterOutputStream {
        private long bytes;

        Counted(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            bytes++;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
            bytes += length;
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
