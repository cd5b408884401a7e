package io.deskmeter.screen.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A private X server: on the first free display number, protected by a cookie, without a TCP port. It keeps running
 * when its last client disconnects.
 *
 * @param process of the server
 * @param display number
 */
public record XServer(ChildProcess process, int display) {
    private static final long LIMIT_MILLIS = 30_000;
    private static final long GRACE_MILLIS = 5_000;

    /**
     * An X server that ends closes its socket and then removes the file. If another server takes the display in
     * between, the file of that one is removed: it runs, and nobody can reach it. Then it is started again.
     */
    private static final int STARTS = 3;

    private static final Path SOCKETS = Path.of("/tmp/.X11-unix");

    /**
     * The files of one server.
     *
     * @param display the server writes its number here
     * @param authority the file with the cookie, for the clients' XAUTHORITY
     * @param log the server's output
     */
    public record Paths(Path display, Path authority, Path log) {}

    /**
     * Starts the server and returns when it accepts connections at {@link #socket}.
     *
     * @param command the program and its specific arguments
     */
    public static XServer start(
            SearchPath programs, List<String> command, Map<String, String> environment, Path workDir, Paths files)
            throws ProgramException, IOException {
        DisplayCookie cookie = DisplayCookie.write(files.authority());
        List<String> full = new ArrayList<>(command);
        full.addAll(List.of("-displayfd", "1", "-nolisten", "tcp", "-noreset"));
        full.addAll(List.of("-auth", files.authority().toString()));
        for (int start = 1; ; start++) {
            ChildProcess process =
                    ChildProcess.start(programs, full, environment, workDir, files.display(), files.log());
            process.await(
                    "the number of its display",
                    LIMIT_MILLIS,
                    () -> Files.readString(files.display()).endsWith("\n"));
            int display = Integer.parseInt(Files.readString(files.display()).strip());
            if (UnixSockets.answers(socket(display))) {
                cookie.nameDisplay(HostName.local(), display);
                return new XServer(process, display);
            }
            process.end(GRACE_MILLIS);
            if (start == STARTS) {
                throw new ProgramException(command.get(0) + ": nobody listens on " + socket(display)
                        + " (expected: the server that has chosen this display, after " + STARTS
                        + " starts); its last lines:\n" + process.tail());
            }
        }
    }

    /** The socket on which the server of a display listens. */
    public static Path socket(int display) {
        return SOCKETS.resolve("X" + display);
    }

    /** Removes the files that a killed server has left behind; call this when the server has ended. */
    public static void release(Path displayFile) throws IOException {
        release(displayFile, SOCKETS);
    }

    /**
     * An X server that was killed leaves its socket behind. Another server may use the number by now, so the socket is
     * removed only if no process listens on it and it is older than the file, which a server writes when it listens: a
     * new server may be about to listen. (There is no lock file: a server that finds a free display with
     * {@code -displayfd} creates none.)
     */
    static void release(Path displayFile, Path socketFolder) throws IOException {
        String display = textOf(displayFile);
        Path socket = socketFolder.resolve("X" + display);
        if (!display.isEmpty()
                && Files.exists(socket)
                && isOlder(socket, displayFile)
                && !UnixSockets.answers(socket)) {
            Files.deleteIfExists(socket);
        }
    }

    private static boolean isOlder(Path socket, Path displayFile) throws IOException {
        try {
            return Files.getLastModifiedTime(socket).compareTo(Files.getLastModifiedTime(displayFile)) <= 0;
        } catch (NoSuchFileException goneMeanwhile) {
            return false;
        }
    }

    private static String textOf(Path file) throws IOException {
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException e) {
            return "";
        }
    }
}
