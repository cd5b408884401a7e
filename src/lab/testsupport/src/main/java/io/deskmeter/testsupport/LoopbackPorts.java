package io.deskmeter.testsupport;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** TCP ports of this machine, for servers that a test starts. */
public final class LoopbackPorts {
    private static final String IPV4 = "127.0.0.1";
    private static final Path GIVEN = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int FIRST_GIVEN = 32_768;
    private static final int FIRST_KEPT = 12_000;

    /** Where this program begins to look: programs that run beside each other should not ask for the same ones. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 31 % 100_000));

    private LoopbackPorts() {}

    /** A port that no program listens on now. Another program may take it before you do. */
    public static int free() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /**
     * A port that no program listens on now, and that the system gives to nobody who asks for any one: a server can
     * end, and be started on it again. Each call returns another one.
     */
    public static int kept() throws IOException {
        int kept = firstGiven() - FIRST_KEPT;
        for (int tried = 0; tried < kept; tried++) {
            int port = FIRST_KEPT + Math.floorMod(NEXT.getAndIncrement(), kept);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("port: none is free from " + FIRST_KEPT + " to " + (firstGiven() - 1));
    }

    private static int firstGiven() throws IOException {
        if (!Files.exists(GIVEN)) {
            return FIRST_GIVEN;
        }
        // The kernel gives the whole text to the first read only, so that must not be of one byte.
        try (BufferedReader given = Files.newBufferedReader(GIVEN)) {
            return Integer.parseInt(given.readLine().split("\\s+", 2)[0]);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort() == port;
        } catch (IOException taken) {
            return false;
        }
    }

    /** Whether a program accepts connections on this port of the IPv4 loopback address. */
    public static boolean answers(int port) {
        return answers(IPV4, port);
    }

    /** Whether a program accepts connections on this port of a loopback address. */
    public static boolean answers(String address, int port) {
        try (Socket probe = new Socket(address, port)) {
            return probe.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }
}
