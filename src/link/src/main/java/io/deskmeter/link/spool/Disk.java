package io.deskmeter.link.spool;

import java.io.IOException;
import java.io.RandomAccessFile;

/** How bytes reach a file. The one seam at which tests let a disk be full: a tiny file system would need a privileged user. */
@FunctionalInterface
interface Disk {
    /** Writes all bytes at the file's position, or throws after writing some of them. */
    void write(RandomAccessFile file, byte[] bytes) throws IOException;

    /** The real one. */
    static Disk real() {
        return RandomAccessFile::write;
    }
}
