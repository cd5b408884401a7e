package io.deskmeter.testkit.rdsh;

import java.nio.file.Path;
import java.util.Map;

/**
 * Settings of an {@link XrdpServer}.
 *
 * @param users how many there are, 1 to 99
 * @param host the address of this machine on which clients connect
 * @param sessionCommand a command of the shell that runs in every desktop session, next to openbox; blank for none. A
 *     session with an application (an alternate shell) runs that instead of both
 * @param banner a command of the shell that must end before the session begins: before its command and before openbox;
 *     blank for none
 * @param maxSessions that the server admits at a time
 * @param loginWindow whether a user who is refused is shown the login window; else a log of the connection, as Debian's
 *     configuration has it
 * @param loginPicture whether a picture is the background of that window
 * @param usable whether desktops have a pattern as background and a run dialog at alt+F2, as people's have; else they
 *     are of one colour
 * @param environment of the sessions, added to what the server gives them; values of one line
 * @param folder for the server's folder; all users must be able to enter it
 */
public record XrdpSettings(
        int users,
        String host,
        String sessionCommand,
        String banner,
        int maxSessions,
        boolean loginWindow,
        boolean loginPicture,
        boolean usable,
        Map<String, String> environment,
        Path folder) {
    private static final int MOST_USERS = 99;

    public XrdpSettings {
        if (users < 1 || users > MOST_USERS) {
            throw new IllegalArgumentException("users: " + users + " (expected: 1 to " + MOST_USERS + ")");
        }
        if (!host.matches("[0-9.]+")) {
            throw new IllegalArgumentException("host: " + host + " (expected: an IPv4 address of this machine)");
        }
        if (maxSessions < 1) {
            throw new IllegalArgumentException("maxSessions: " + maxSessions + " (expected: at least 1)");
        }
        environment = Map.copyOf(environment);
        for (Map.Entry<String, String> entry : environment.entrySet()) {
            if (!entry.getKey().matches("[A-Za-z_][A-Za-z0-9_]*")
                    || entry.getValue().contains("\n")) {
                throw new IllegalArgumentException("environment: " + entry
                        + " (expected: a name of letters, digits and _, and a value of one line)");
            }
        }
    }

    /** One session for each user, in the temporary folder of the machine. */
    public static XrdpSettings of(int users, String sessionCommand) {
        return new XrdpSettings(
                users,
                "127.0.0.1",
                sessionCommand,
                "",
                users,
                false,
                false,
                false,
                Map.of(),
                Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Clients connect on this address. */
    public XrdpSettings withHost(String address) {
        return new XrdpSettings(
                users,
                address,
                sessionCommand,
                banner,
                maxSessions,
                loginWindow,
                loginPicture,
                usable,
                environment,
                folder);
    }

    /** Shows a window before the window manager, as servers do whose users must consent to something. */
    public XrdpSettings withBanner(String command) {
        return new XrdpSettings(
                users,
                host,
                sessionCommand,
                command,
                maxSessions,
                loginWindow,
                loginPicture,
                usable,
                environment,
                folder);
    }

    public XrdpSettings withMaxSessions(int limit) {
        return new XrdpSettings(
                users, host, sessionCommand, banner, limit, loginWindow, loginPicture, usable, environment, folder);
    }

    public XrdpSettings withEnvironment(Map<String, String> added) {
        return new XrdpSettings(
                users, host, sessionCommand, banner, maxSessions, loginWindow, loginPicture, usable, added, folder);
    }

    /** Shows the login window to refused users. */
    public XrdpSettings withLoginWindow() {
        return new XrdpSettings(
                users, host, sessionCommand, banner, maxSessions, true, loginPicture, usable, environment, folder);
    }

    /** The same, with a picture as its background. */
    public XrdpSettings withLoginWindowOnPicture() {
        return new XrdpSettings(
                users, host, sessionCommand, banner, maxSessions, true, true, usable, environment, folder);
    }

    /** Desktops with a pattern as background, and a run dialog at alt+F2. */
    public XrdpSettings withUsableDesktop() {
        return new XrdpSettings(
                users, host, sessionCommand, banner, maxSessions, loginWindow, loginPicture, true, environment, folder);
    }
}
