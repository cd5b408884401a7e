package io.deskmeter.agent.desktopagent;

import io.deskmeter.sound.xrdp.ChannelServerOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the sound of a session that is driven from outside on to its RDP client, in sessions of xrdp whose own sound
 * server does not: there the client agent hears what a user would.
 *
 * @param socket of the session's channel server; empty in sessions of another kind
 * @param nanoTime monotonic
 * @param executor for short tasks
 */
record XrdpSound(Optional<Path> socket, LongSupplier nanoTime, Executor executor) {
    private static final Logger LOG = LoggerFactory.getLogger(XrdpSound.class);

    void passOn(DesktopRun run) {
        if (socket.isEmpty() || !run.task().playsClip()) {
            return;
        }
        if (Files.exists(socket.get())) {
            run.passSoundOn(new ChannelServerOutput(socket.get(), nanoTime), executor);
        } else {
            LOG.warn(
                    "sound: {} is not there (expected: the channel server of xrdp; hint: either the client wants no sound, or"
                            + " the session's own sound server plays to it, and is not replaced)",
                    socket.get());
        }
    }
}
