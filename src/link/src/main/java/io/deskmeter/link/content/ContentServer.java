package io.deskmeter.link.content;

import com.google.protobuf.ByteString;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.v1.ContentPart;
import io.deskmeter.link.v1.ContentRequest;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves workloads to agents that lack them. A workload is packed at the first request, and the archive is kept on disk
 * until the server is closed, so that hundreds of desktops cost one packing. An archive that is gone, or not as long as
 * it was, is made anew: equal folders give equal bytes, so a download goes on with it. Thread-safe; a call blocks while
 * an archive is made.
 */
public final class ContentServer implements AutoCloseable {
    /**
     * The size of the data in one part. It is small compared with a frame and with the bytes that a slow connection
     * transfers in one heartbeat interval, and large compared with its headers.
     */
    public static final int PART_BYTES = 128 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(ContentServer.class);

    private final WorkloadCatalog catalog;
    private final Path folder;
    private final Map<String, Archive> archives = new HashMap<>();

    /** A file with its size as it was made. */
    private record Archive(Path file, long bytes) {
        boolean isWhole() {
            try {
                return Files.size(file) == bytes;
            } catch (IOException e) {
                return false;
            }
        }
    }

    private ContentServer(WorkloadCatalog catalog, Path folder) {
        this.catalog = catalog;
        this.folder = folder;
    }

    /**
     * Serves the workloads of a catalog.
     *
     * @param folder for archives and nothing else, of one server; what it contains is removed
     */
    public static ContentServer over(WorkloadCatalog catalog, Path folder) throws IOException {
        Files.createDirectories(folder);
        clear(folder);
        return new ContentServer(catalog, folder);
    }

    /** The requested part; with a refusal if there is none. */
    public ContentPart answer(ContentRequest wanted) {
        ContentPart.Builder part = ContentPart.newBuilder()
                .setWorkload(wanted.getWorkload())
                .setChecksum(wanted.getChecksum())
                .setOffset(wanted.getOffset());
        try {
            Archive archive = archive(wanted.getWorkload(), wanted.getChecksum());
            try {
                return read(archive, part);
            } catch (NoSuchFileException goneMeanwhile) {
                return read(archive(wanted.getWorkload(), wanted.getChecksum()), part);
            }
        } catch (ContentException e) {
            return refused(part, String.valueOf(e.getMessage()));
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("content of {} cannot be sent", wanted.getWorkload(), e);
            return refused(part, "content: " + wanted.getWorkload() + ": the controller cannot read it: " + e);
        }
    }

    private static ContentPart refused(ContentPart.Builder part, String why) {
        return part.setRefusal(why).build();
    }

    private synchronized Archive archive(String workload, String checksum) throws ContentException, IOException {
        Archive known = archives.get(checksum);
        if (known != null && known.isWhole()) {
            return known;
        }
        if (known != null) {
            LOG.warn(
                    "content of {}: {} is gone or cut off (expected: {} bytes); it is made anew",
                    workload,
                    known.file(),
                    known.bytes());
        }
        // Found in the catalog, never by a path from an agent.
        String here = catalog.checksums().get(workload);
        if (here == null || !here.equals(checksum)) {
            throw new ContentException("content: " + workload + " has checksum " + (here == null ? "none" : here)
                    + " on the controller (expected: " + checksum
                    + "; hint: a workload must not be changed while a run uses it)");
        }
        Archive made = pack(folderOf(workload), folder.resolve(checksum + ".zip"));
        archives.put(checksum, made);
        LOG.info("content of {} packed: {} KB", workload, made.bytes() >> 10);
        return made;
    }

    /** Complete or absent: what a full disk or a killed program has left is replaced. */
    private static Archive pack(Path workload, Path archive) throws IOException {
        Files.createDirectories(archive.getParent());
        Path part = archive.resolveSibling(archive.getFileName() + AtomicFile.UNFINISHED);
        Files.deleteIfExists(part);
        try {
            ContentArchive.pack(workload, part);
            long bytes = Files.size(part);
            Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new Archive(archive, bytes);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private Path folderOf(String workload) throws ContentException {
        try {
            return catalog.load(workload).folder();
        } catch (InvalidDocumentException e) {
            throw new ContentException(
                    "content: " + workload + " is not valid on the controller: " + e.getMessage(), e);
        }
    }

    private static ContentPart read(Archive archive, ContentPart.Builder part) throws IOException {
        try (FileChannel channel = FileChannel.open(archive.file())) {
            long total = archive.bytes();
            part.setTotal(total);
            long left = total - part.getOffset();
            if (part.getOffset() < 0 || left <= 0) {
                return refused(part, "content: offset " + part.getOffset() + " (expected: 0 to " + (total - 1) + ")");
            }
            ByteBuffer data = ByteBuffer.allocate((int) Math.min(PART_BYTES, left));
            while (data.hasRemaining() && channel.read(data, part.getOffset() + data.position()) >= 0) {
                // Until the buffer is full, because a read may return less.
            }
            if (data.hasRemaining()) {
                throw new NoSuchFileException(archive.file().toString(), null, "cut off while it was read");
            }
            return part.setData(ByteString.copyFrom(data.flip())).build();
        }
    }

    /** Removes the archives. */
    @Override
    public synchronized void close() {
        archives.clear();
        try {
            clear(folder);
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder, e.toString());
        }
    }

    private static void clear(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.deleteIfExists(file);
            }
        }
    }
}
