package io.deskmeter.agent.desktopagent;

import io.deskmeter.link.content.ContentArchive;
import io.deskmeter.link.content.ContentException;
import io.deskmeter.link.v1.ContentPart;
import io.deskmeter.link.v1.ContentRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The download of one workload: its archive is received in parts in a separate folder. Used by one thread at a time.
 */
final class WorkloadDownload implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkloadDownload.class);
    private static final long MOST_BYTES = 1L << 30;
    /** The disk space that must remain free for the user. */
    private static final long SPARE_BYTES = 64L << 20;

    private final String workload;
    private final String checksum;
    private final Path folder;
    private final Path archive;
    private final OutputStream out;
    private long offset;
    private long total = -1;

    WorkloadDownload(String workload, String checksum, Path folder) throws IOException {
        this.workload = workload;
        this.checksum = checksum;
        this.folder = folder;
        this.archive = folder.resolve("archive.zip");
        this.out = Files.newOutputStream(archive);
    }

    String workload() {
        return workload;
    }

    String checksum() {
        return checksum;
    }

    /** The next request. */
    ContentRequest wanted() {
        return ContentRequest.newBuilder()
                .setWorkload(workload)
                .setChecksum(checksum)
                .setOffset(offset)
                .build();
    }

    /** Whether this is the requested part. After a new link a part may arrive twice. */
    boolean awaits(ContentPart part) {
        return part.getWorkload().equals(workload) && part.getChecksum().equals(checksum) && part.getOffset() == offset;
    }

    /**
     * Stores the requested part.
     *
     * @return whether it was the last
     * @throws ContentException if the controller refuses, the part is invalid, or the disk is full
     */
    boolean accept(ContentPart part) throws IOException, ContentException {
        if (!part.getRefusal().isEmpty()) {
            throw new ContentException(part.getRefusal());
        }
        check(part);
        part.getData().writeTo(out);
        offset += part.getData().size();
        return offset == total;
    }

    private void check(ContentPart part) throws ContentException {
        long said = part.getTotal();
        boolean sound = (total < 0 || total == said)
                && said <= MOST_BYTES
                && !part.getData().isEmpty()
                && offset + part.getData().size() <= said;
        if (!sound) {
            throw new ContentException(
                    "content: " + progress() + ", then " + part.getData().size()
                            + " bytes of an archive of " + said + " (expected: some, of the same archive, of at most "
                            + (MOST_BYTES >> 20) + " MB)");
        }
        if (total < 0) {
            total = said;
            long free = folder.toFile().getUsableSpace();
            // The archive and its content, which has about the same size.
            if (free < 2 * total + SPARE_BYTES) {
                throw new ContentException("content: " + workload + " needs " + ((2 * total + SPARE_BYTES) >> 20)
                        + " MB in " + folder + ", which has " + (free >> 20)
                        + " MB free (hint: free some, or choose a state folder on another disk)");
            }
        }
    }

    /** Unpacks the complete archive; returns the folder that contains the workload's folder. */
    Path unpack() throws IOException, ContentException {
        out.close();
        Path tree = folder.resolve("tree");
        try {
            ContentArchive.unpack(archive, tree.resolve(workload));
        } catch (ContentException e) {
            throw new ContentException("content: " + workload + ": " + e.getMessage(), e);
        }
        return tree;
    }

    /** For messages. */
    String progress() {
        return String.format(
                Locale.ROOT,
                "%s: %d KB%s had come",
                workload,
                offset >> 10,
                total < 0 ? "" : " of " + (total >> 10) + " KB");
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            LOG.warn("{}: {}", archive, e.toString());
        }
    }
}
