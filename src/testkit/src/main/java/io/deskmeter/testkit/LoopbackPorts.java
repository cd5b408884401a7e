package io.deskmeter.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** TCP ports of this machine, for servers that a test starts. */
public final class LoopbackPorts {
    private static final String IPV4 = "127.0.0.1";

    private LoopbackPorts() {}

    /** A port that no program listens on now. Another program may take it before you do. */
    public static int free() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
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
