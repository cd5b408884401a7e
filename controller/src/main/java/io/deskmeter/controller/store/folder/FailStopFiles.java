package io.deskmeter.controller.store.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Files of H2 that are not written any more after a write has failed, until they are opened again: {@code failstop:}
 * before the other schemes of a path.
 *
 * <p>H2 2.4 goes on for a moment after a write that failed, for example because the disk is full. By then it has
 * released the space of data that only the failed write replaces, so a next write can destroy what all acknowledged
 * rows depend on, and the file opens with an earlier state, or not at all.
 */
public final class FailStopFiles extends FilePathWrapper {
    private static final String SCHEME = "failstop";

    /** How a path begins. */
    public static final String PREFIX = SCHEME + ":";

    /** H2 makes one for each path. */
    public FailStopFiles() {}

    /** Makes the scheme known to H2. */
    public static void register() {
        FilePath.register(new FailStopFiles());
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return new FailStopChannel(toString(), getBase().open(mode));
    }

    private static final class FailStopChannel extends DelegatingChannel {
        private final String file;
        private volatile @Nullable Throwable failure;

        private FailStopChannel(String file, FileChannel channel) {
            super(channel);
            this.file = file;
        }

        /** Something that changes the file. */
        @FunctionalInterface
        private interface Change<T> {
            T make() throws IOException;
        }

        /** One at a time, so that none is begun before the failure of another is known. */
        private synchronized <T> T change(Change<T> change) throws IOException {
            return unlessFailed(change);
        }

        private <T> T unlessFailed(Change<T> change) throws IOException {
            Throwable earlier = failure;
            if (earlier != null) {
                throw new IOException(
                        file + ": not written, because an earlier write has failed: " + earlier
                                + " (expected: the file is opened again first)",
                        earlier);
            }
            try {
                return change.make();
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            return change(() -> super.write(from));
        }

        @Override
        public synchronized int write(ByteBuffer from, long position) throws IOException {
            return change(() -> super.write(from, position));
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            return change(() -> super.truncate(size));
        }

        @Override
        public void force(boolean metaData) throws IOException {
            // Takes long on a slow disk, and writes need not wait for it.
            unlessFailed(() -> {
                super.force(metaData);
                return true;
            });
        }

        @Override
        public String toString() {
            return file;
        }
    }
}
