package io.deskmeter.screen.viewer;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The desktop that a viewer is to show.
 *
 * @param host null for one behind a Unix socket
 * @param port 1 to 65535; 0 for one behind a Unix socket
 * @param user null if no user logs on
 * @param password null if none is asked for
 * @param domain that the user belongs to; null for none
 * @param application a command that the session shows instead of a desktop; null for the desktop
 * @param layout of its keyboard, as X11 names it: {@code de}. That of the private display, too, and so what the viewer
 *     tells the server where its protocol can
 * @param heard whether the viewer is to play the desktop's sound, through PulseAudio, where it can
 * @param socket null for one behind a TCP port
 */
public record ViewerTarget(
        @Nullable String host,
        int port,
        @Nullable String user,
        @Nullable String password,
        @Nullable Path socket,
        @Nullable String domain,
        @Nullable String application,
        String layout,
        boolean heard) {
    static final String US = "us";
    private static final Pattern LAYOUT = Pattern.compile("[a-z]{2,10}");

    public ViewerTarget {
        if ((host == null) == (socket == null)) {
            throw new IllegalArgumentException(
                    "target: host " + host + ", socket " + socket + " (expected: one of the two)");
        }
        if (socket == null ? port < 1 || port > 65535 : port != 0) {
            throw new IllegalArgumentException("port: " + port + " (expected: 1 to 65535, and none of a Unix socket)");
        }
        if (application != null && application.isBlank()) {
            throw new IllegalArgumentException("application: blank (expected: a command, or none)");
        }
        if (!LAYOUT.matcher(layout).matches()) {
            throw new IllegalArgumentException("layout: " + layout + " (expected: a name as `de`)");
        }
    }

    /**
     * A desktop behind a TCP port.
     *
     * @param port 1 to 65535
     */
    public static ViewerTarget tcp(String host, int port) {
        return new ViewerTarget(host, port, null, null, null, null, null, US, false);
    }

    /** A desktop behind a Unix socket. */
    public static ViewerTarget unix(Path socket) {
        return new ViewerTarget(null, 0, null, null, socket, null, null, US, false);
    }

    /** The same desktop, for this user. */
    public ViewerTarget as(@Nullable String newUser, @Nullable String newPassword) {
        return new ViewerTarget(host, port, newUser, newPassword, socket, domain, application, layout, heard);
    }

    /** The same desktop, for a user of this domain. */
    public ViewerTarget in(@Nullable String newDomain) {
        return new ViewerTarget(host, port, user, password, socket, newDomain, application, layout, heard);
    }

    /** The same address, but the session shows this application instead of a desktop. */
    public ViewerTarget running(@Nullable String command) {
        return new ViewerTarget(host, port, user, password, socket, domain, command, layout, heard);
    }

    /** The same desktop, with or without its sound. */
    public ViewerTarget heard(boolean played) {
        return new ViewerTarget(host, port, user, password, socket, domain, application, layout, played);
    }

    /** The same desktop, whose keyboard has this layout; us where nothing is said. */
    public ViewerTarget typing(String newLayout) {
        return new ViewerTarget(host, port, user, password, socket, domain, application, newLayout, heard);
    }

    /** The address and the user in readable form; never the password. */
    @Override
    public String toString() {
        String place = socket == null ? host + ":" + port : socket.toString();
        return user == null ? place : user + "@" + place;
    }
}
