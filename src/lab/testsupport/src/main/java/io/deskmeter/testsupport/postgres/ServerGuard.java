package io.deskmeter.testsupport.postgres;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Ends a server and removes its folder if this process does not, also after {@code kill -9}. A shell waits for the end
 * of its standard input, which the kernel closes when this process ends for any reason. A line on it says that there is
 * nothing to do.
 */
final class ServerGuard implements AutoCloseable {
    /** Signals that a terminal sends to all its programs must not end the shell. */
    private static final String WAIT =
            "trap '' INT HUP TERM; read -r tidy && exit 0; folder=$1; shift; \"$@\"; rm -rf -- \"$folder\"";

    private final Process process;

    private ServerGuard(Process process) {
        this.process = process;
    }

    /**
     * Starts the shell.
     *
     * @param folder that is removed
     * @param stop the command that ends the server
     */
    static ServerGuard start(Path folder, List<String> stop) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("setsid", "sh", "-c", WAIT, "postgres-guard", folder.toString()));
        command.addAll(stop);
        return new ServerGuard(new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Has the shell do its work now; blocks until it has, and not for ever. */
    void fire(long limitSeconds) throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                throw new IOException("PostgreSQL: not ended within " + limitSeconds + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("PostgreSQL: interrupted while it was ended", e);
        }
    }

    /** The server has ended and its folder is removed. */
    @Override
    public void close() throws IOException {
        try (OutputStream line = process.getOutputStream()) {
            line.write('\n');
        }
    }
}
