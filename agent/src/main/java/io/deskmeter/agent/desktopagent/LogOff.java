package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.platform.UserSession;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the user's session: with the given command, else as the platform does it. */
final class LogOff {
    private static final Logger LOG = LoggerFactory.getLogger(LogOff.class);

    private final UserSession session;
    private final Optional<String> command;

    /** @param command for the platform's shell, if its own way is not suitable */
    LogOff(UserSession session, Optional<String> command) {
        this.session = session;
        this.command = command;
    }

    /** Blocks until it is done, or for some seconds. */
    void run() throws IOException {
        if (command.isEmpty()) {
            session.logOff();
            return;
        }
        LOG.info("logs off with {}", command.get());
        Process unused = new ProcessBuilder(session.shell(command.get()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
