package io.deskmeter.screen.rfb;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The address of a desktop and the credentials for it.
 *
 * @param address a Unix socket's, or a host (resolved at connect) and port
 * @param user for servers that ask for a name; null for none
 * @param password null for none; VncAuth uses the first 8 characters
 */
public record RfbTarget(
        SocketAddress address,
        @Nullable String user,
        @Nullable String password) {
    /** A desktop behind a Unix socket. */
    public static RfbTarget unix(Path socket) {
        return new RfbTarget(UnixDomainSocketAddress.of(socket), null, null);
    }

    /**
     * A desktop behind a TCP port.
     *
     * @param port 1 to 65535 (display number + 5900, as a rule)
     */
    public static RfbTarget tcp(String host, int port) {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 1 to 65535)");
        }
        return new RfbTarget(InetSocketAddress.createUnresolved(host, port), null, null);
    }

    /** The same address with a user name. */
    public RfbTarget withUser(String newUser) {
        return new RfbTarget(address, newUser, password);
    }

    /** The same address with a password. */
    public RfbTarget withPassword(String newPassword) {
        return new RfbTarget(address, user, newPassword);
    }

    /** The host, or null if there is none. */
    @Nullable
    String host() {
        return address instanceof InetSocketAddress inet ? inet.getHostString() : null;
    }

    /** The address in readable form; never contains the password or the name. */
    @Override
    public String toString() {
        return address instanceof InetSocketAddress inet
                ? inet.getHostString() + ":" + inet.getPort()
                : address.toString();
    }
}
