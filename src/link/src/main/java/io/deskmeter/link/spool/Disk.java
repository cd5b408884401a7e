package io.deskmeter.link.spool;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Writes bytes to a file. Tests replace it to simulate a full disk, because a small file system would need a privileged
 * user.
 */
@FunctionalInterface
interface Disk {
    /** Writes all bytes at the file's position, or throws after writing some of them. */
    void write(RandomAccessFile file, byte[] bytes) throws IOException;

    /** The real one. */
    static Disk real() {
        return RandomAccessFile::write;
    }
}
