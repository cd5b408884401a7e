package io.deskmeter.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LoopbackPortsTest {
    private static final Path GIVEN = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    /**
     * A program that asks for any port, or connects, would take that of a server that has ended and is to be started
     * again.
     */
    @Test
    void aKeptPortIsNoneThatTheSystemGives() throws Exception {
        assumeTrue(Files.exists(GIVEN), "needs Linux");
        int firstGiven;
        try (BufferedReader given = Files.newBufferedReader(GIVEN)) {
            firstGiven = Integer.parseInt(given.readLine().split("\\s+", 2)[0]);
        }
        assertThat(firstGiven).isGreaterThan(1024);
        for (int i = 0; i < 100; i++) {
            assertThat(LoopbackPorts.kept()).isBetween(1024, firstGiven - 1);
        }
    }

    @Test
    void aKeptPortIsFreeAndGivenOnce() throws Exception {
        int first = LoopbackPorts.kept();
        assertThat(LoopbackPorts.kept()).isNotEqualTo(first);
        try (ServerSocket server = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
            assertThat(server.getLocalPort()).isEqualTo(first);
        }
    }
}
