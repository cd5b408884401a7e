package io.deskmeter.agent.desktop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;

/**
 * A desktop's RFB server on a TCP port of the loopback address, for programs that cannot use a Unix socket. Every user
 * of the machine can reach it, so it requires a password, and then the desktop's socket does, too.
 *
 * @param number 1 to 65535
 * @param password eight characters, the maximum of VncAuth; random for each desktop
 */
public record RfbPort(int number, String password) {
    private static final String LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    private static final int LENGTH = 8;

    static RfbPort draw() throws IOException {
        SecureRandom random = new SecureRandom();
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            password.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return new RfbPort(freePort(), password.toString());
    }

    /** A free port of the loopback address. Another program may use it first; then the server reports that. */
    public static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /** Does not contain the password. */
    @Override
    public String toString() {
        return "port " + number;
    }
}
