package io.deskmeter.link.spool;

import java.io.IOException;
import java.io.RandomAccessFile;

/** A disk with little free space: writes as many bytes as fit, then fails like a real one. */
final class FillingDisk implements Disk {
    long room = Long.MAX_VALUE;

    @Override
    public void write(RandomAccessFile file, byte[] bytes) throws IOException {
        int fits = (int) Math.min(room, bytes.length);
        file.write(bytes, 0, fits);
        room -= fits;
        if (fits < bytes.length) {
            throw new IOException("No space left on device");
        }
    }
}
