package io.deskmeter.testkit.rdsh;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.program.ProgramException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Blocks of display numbers of this machine. Requires root, as the servers that use them do; skipped otherwise. */
class DisplayBlockTest {
    private static final int START = 23;

    @BeforeEach
    void needs() throws Exception {
        try {
            XrdpServer.require();
        } catch (ProgramException e) {
            LoggerFactory.getLogger(DisplayBlockTest.class).warn("skipped: {}", e.getMessage());
            Assumptions.abort("skipped: " + e.getMessage());
        }
        // All users start X servers in it.
        Process folder = new ProcessBuilder("mkdir", "-p", "-m", "1777", "/tmp/.X11-unix")
                .inheritIO()
                .start();
        assertThat(folder.waitFor()).isZero();
    }

    @Test
    void noTwoServersHaveTheSameDisplays() throws Exception {
        try (DisplayBlock one = DisplayBlock.claim(START);
                DisplayBlock other = DisplayBlock.claim(START)) {
            assertThat(Math.abs(one.first() - other.first())).isGreaterThanOrEqualTo(DisplayBlock.SIZE);
        }
    }

    @Test
    void whatKilledServersLeftIsRemoved() throws Exception {
        Path left;
        Path lock;
        try (DisplayBlock block = DisplayBlock.claim(START)) {
            left = Path.of("/tmp/.X11-unix/X" + block.first());
            lock = Path.of("/tmp/.X" + (block.first() + 1) + "-lock");
            leaveSocket(left);
            Files.writeString(lock, "1\n");
        }
        assertThat(left).doesNotExist();
        assertThat(lock).doesNotExist();
    }

    @Test
    void whatIsThereBeforeIsRemovedUnlessAnXServerAnswers() throws Exception {
        int first;
        try (DisplayBlock block = DisplayBlock.claim(START)) {
            first = block.first();
        }
        Path socket = Path.of("/tmp/.X11-unix/X" + first);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            try (DisplayBlock block = DisplayBlock.claim(START)) {
                assertThat(block.first()).isNotEqualTo(first);
            }
            assertThat(socket).exists();
        }
        try (DisplayBlock block = DisplayBlock.claim(START)) {
            assertThat(block.first()).isEqualTo(first);
            assertThat(socket).doesNotExist();
        }
    }

    @Test
    void aServerThatStartsKeepsItsDisplay() throws Exception {
        int first;
        try (DisplayBlock block = DisplayBlock.claim(START)) {
            first = block.first();
        }
        Path lock = Path.of("/tmp/.X" + first + "-lock");
        Process server = new ProcessBuilder("sleep", "60").start();
        Files.writeString(lock, "%10d%n".formatted(server.pid()));
        try (DisplayBlock block = DisplayBlock.claim(START)) {
            assertThat(block.first()).isNotEqualTo(first);
        } finally {
            server.destroy();
            server.waitFor();
        }
        try (DisplayBlock block = DisplayBlock.claim(START)) {
            assertThat(block.first()).isEqualTo(first);
            assertThat(lock).doesNotExist();
        }
    }

    /** As a killed server does. */
    private static void leaveSocket(Path path) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
        }
    }
}
