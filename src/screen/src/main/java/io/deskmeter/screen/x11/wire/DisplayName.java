package io.deskmeter.screen.x11.wire;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a display: {@code :1}, {@code :1.0}, {@code unix:1}, {@code host:1.0}, {@code [::1]:1}.
 *
 * @param host empty for this machine's own socket
 * @param number of the display
 * @param screen of the display, from 0
 */
public record DisplayName(String host, int number, int screen) {
    private static final Pattern NAME = Pattern.compile("(.*):(\\d{1,5})(?:\\.(\\d{1,3}))?");
    private static final int FIRST_PORT = 6000;
    private static final int LAST_NUMBER = 0xFFFF - FIRST_PORT;

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static DisplayName of(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > LAST_NUMBER) {
            throw new IllegalArgumentException("display: \"" + name + "\" (expected: such as :1, :1.0 or host:1)");
        }
        String host = matcher.group(1).equals("unix") ? "" : matcher.group(1);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        String screen = matcher.group(3);
        return new DisplayName(host, Integer.parseInt(matcher.group(2)), screen == null ? 0 : Integer.parseInt(screen));
    }

    public boolean isLocal() {
        return host.isEmpty();
    }

    /** The address on which the server listens. */
    public SocketAddress address() {
        return isLocal()
                ? UnixDomainSocketAddress.of(Path.of("/tmp/.X11-unix/X" + number))
                : new InetSocketAddress(host, FIRST_PORT + number);
    }
}
