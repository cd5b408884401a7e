package io.deskmeter.link.tls;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class EnrolmentClientTest {
    private static final JoinToken TOKEN = JoinToken.parse("dmj1." + "A".repeat(43) + "." + "A".repeat(43));

    /** Reproducer: the message was "Connection refused", of nobody. */
    @Test
    void anAddressWhereNobodyListensIsNamed() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> EnrolmentClient.enrol("127.0.0.1", port, TOKEN, "machine"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("127.0.0.1:" + port + ": ")
                .hasMessageContaining("(expected: a controller's port for agents of other machines; hint: ");
    }
}
