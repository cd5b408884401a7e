package io.deskmeter.testkit.rdsh;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the X displays that one server has for its sessions, and no other server of this machine. A session
 * manager that finds the file of a display takes the display for used, and tries only as many as it admits sessions; so
 * what X servers left that were killed would be sessions too few. Claiming a block and giving it back remove those
 * files.
 */
final class DisplayBlock implements AutoCloseable {
    /** How many displays a block has. */
    static final int SIZE = 100;

    private static final int FIRST = 100;
    private static final int BLOCKS = 50;
    private static final Path LOCKS = Path.of("/run/deskmeter-displays");
    private static final Path X_SOCKETS = Path.of("/tmp/.X11-unix");
    private static final List<String> FILES = List.of(
            "/tmp/.X11-unix/X%d",
            "/tmp/.X%d-lock",
            "/run/xrdp/sockdir/xrdp_display_%d",
            "/run/xrdp/sockdir/xrdp_disconnect_display_%d",
            "/run/xrdp/sockdir/xrdp_chansrv_socket_%d",
            "/run/xrdp/sockdir/xrdp_chansrv_audio_in_socket_%d",
            "/run/xrdp/sockdir/xrdp_chansrv_audio_out_socket_%d",
            "/run/xrdp/sockdir/xrdpapi_%d");

    private final int first;
    private final FileChannel claim;

    private DisplayBlock(int first, FileChannel claim) {
        this.first = first;
        this.claim = claim;
    }

    /**
     * Claims a block that nobody uses; the claim ends with this process at the latest.
     *
     * @param start any number: which block to try first
     * @throws IOException if all blocks are used, or their files cannot be removed
     */
    static DisplayBlock claim(int start) throws IOException {
        Files.createDirectories(LOCKS);
        for (int tried = 0; tried < BLOCKS; tried++) {
            int first = FIRST + Math.floorMod(start + tried, BLOCKS) * SIZE;
            FileChannel claim = lock(LOCKS.resolve(first + ".lock"));
            if (claim == null) {
                continue;
            }
            DisplayBlock block = new DisplayBlock(first, claim);
            if (IntStream.range(first, first + SIZE).noneMatch(n -> answers(n) || starts(n))) {
                block.removeFiles();
                return block;
            }
            claim.close();
        }
        throw new IOException("displays: all " + BLOCKS + " blocks from :" + FIRST + " to :"
                + (FIRST + BLOCKS * SIZE - 1) + " are used (expected: one that no X server uses)");
    }

    private static @Nullable FileChannel lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Another server of this process has it.
        }
        channel.close();
        return null;
    }

    private static boolean answers(int display) {
        Path socket = X_SOCKETS.resolve("X" + display);
        if (!Files.exists(socket)) {
            return false;
        }
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return probe.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException refused) {
            return false;
        }
    }

    /** A server has its lock before its socket. */
    private static boolean starts(int display) {
        Path lock = Path.of("/tmp/.X" + display + "-lock");
        try {
            return ProcessHandle.of(Long.parseLong(
                            Files.readString(lock, StandardCharsets.US_ASCII).strip()))
                    .isPresent();
        } catch (IOException | NumberFormatException noServer) {
            return false;
        }
    }

    private void removeFiles() throws IOException {
        for (int display = first; display < first + SIZE; display++) {
            for (String file : FILES) {
                Files.deleteIfExists(Path.of(file.formatted(display)));
            }
        }
    }

    /** The number of the first display. */
    int first() {
        return first;
    }

    /** Removes what the block's X servers have left; call it when they have ended. */
    @Override
    public void close() throws IOException {
        try {
            removeFiles();
        } finally {
            claim.close();
        }
    }
}
