package io.deskmeter.agent.desktopagent;

import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.x11.X11Target;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the user's session with the given command. Without a command it ends all processes that were started with the session's DISPLAY, including the window manager, whose exit makes xrdp and display managers end the session. The X server has no such variable, and other users' sessions have other displays.
 */
final class LogOff {
    private static final Logger LOG = LoggerFactory.getLogger(LogOff.class);
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final Map<String, String> environment;
    private final Optional<String> command;

    /** @param command for {@code sh -c}, if the default is not suitable */
    LogOff(Map<String, String> environment, Optional<String> command) {
        this.environment = environment;
        this.command = command;
    }

    /** Blocks until it is done, or for some seconds. */
    void run() throws IOException {
        if (command.isPresent()) {
            LOG.info("logs off with {}", command.get());
            Process unused = new ProcessBuilder("sh", "-c", command.get())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return;
        }
        int ended = 0;
        for (String entry : entries(environment.getOrDefault("DISPLAY", ""))) {
            ended += Processes.end(entry, GRACE);
        }
        LOG.info("logged off: {} processes of the session ended", ended);
    }

    /** The closing zero keeps display :1 and display :10 apart. */
    static List<String> entries(String display) {
        if (display.isEmpty()) {
            return List.of();
        }
        var unusedCheck = new X11Target(display, null);
        String bare = display.replaceFirst("\\.\\d+$", "");
        return List.of("DISPLAY=" + bare + "\0", "DISPLAY=" + bare + ".0\0");
    }
}
