package io.deskmeter.screen.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An X server of our own: on the first display number that is free, guarded by a cookie, without a TCP port, and going on when its last
 * client has left.
 *
 * @param process its
 * @param display its number
 */
public record XServer(ChildProcess process, int display) {
    private static final long LIMIT_MILLIS = 30_000;
    private static final Path SOCKETS = Path.of("/tmp/.X11-unix");

    /**
     * The files of one server.
     *
     * @param display the server writes its number here
     * @param authority its cookie, written by us; for clients' XAUTHORITY
     * @param log what it says
     */
    public record Paths(Path display, Path authority, Path log) {}

    /**
     * Starts it and returns when it can be connected to.
     *
     * @param command the program and what is peculiar to it
     */
    public static XServer start(
            SearchPath programs, List<String> command, Map<String, String> environment, Path workDir, Paths files)
            throws ProgramException, IOException {
        Cookie.write(files.authority());
        List<String> full = new ArrayList<>(command);
        full.addAll(List.of("-displayfd", "1", "-nolisten", "tcp", "-noreset"));
        full.addAll(List.of("-auth", files.authority().toString()));
        ChildProcess process = ChildProcess.start(programs, full, environment, workDir, files.display(), files.log());
        process.await(
                "the number of its display",
                LIMIT_MILLIS,
                () -> Files.readString(files.display()).endsWith("\n"));
        return new XServer(
                process, Integer.parseInt(Files.readString(files.display()).strip()));
    }

    /** The socket on which the server of a display listens. */
    public static Path socket(int display) {
        return SOCKETS.resolve("X" + display);
    }

    /** Removes what a server that was killed has left of its display; call when the server is gone. */
    public static void release(Path displayFile) throws IOException {
        release(displayFile, SOCKETS);
    }

    /**
     * An X server that was killed leaves its socket behind. The number may be another server's by now, so the socket goes only where
     * nobody answers, and only if it is older than the file, which a server writes when it listens: a new server's may be about to. (There is no lock file: a server that looks for a free display with {@code -displayfd} makes none.)
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
