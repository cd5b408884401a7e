package io.deskmeter.agent.platform.linux;

import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.platform.UserSession;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.x11.X11Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session of an X display, by the variables of its processes. Logging off ends all processes that were started with
 * the session's DISPLAY, including the window manager, whose exit makes xrdp and display managers end the session. The
 * X server has no such variable, and other users' sessions have other displays, but for those of other network
 * namespaces, as of containers, whose processes are left alone.
 */
final class XSession implements UserSession {
    private static final Logger LOG = LoggerFactory.getLogger(XSession.class);
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final Map<String, String> environment;

    XSession(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public String name() {
        return environment.getOrDefault("DISPLAY", "");
    }

    @Override
    public Path home() {
        return Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
    }

    @Override
    public UserDisplay display(LongSupplier nanoTime) {
        return new XDisplay(X11Target.of(environment), nanoTime);
    }

    /** Blocks until it is done, or for some seconds. */
    @Override
    public void logOff() {
        int ended = 0;
        for (String entry : entries(name())) {
            ended += Processes.endInThisNetwork(entry, GRACE);
        }
        LOG.info("logged off: {} processes of the session ended", ended);
    }

    @Override
    public List<String> shell(String commandLine) {
        return List.of("sh", "-c", commandLine);
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
