package io.deskmeter.agent.platform;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/** The session of the user in which this process runs, from logon to logoff. */
public interface UserSession {
    /** Tells it from the user's other sessions on this machine; for display, may be empty. */
    String name();

    /** The user's home folder. */
    Path home();

    /**
     * Opens the display of the session, without connecting to it.
     *
     * @param nanoTime monotonic nanoseconds; stamps frames and input
     * @throws IllegalArgumentException if the session has none; the message is for display
     */
    UserDisplay display(LongSupplier nanoTime);

    /** Logs the user off, as far as this process can. May end this process. */
    void logOff() throws IOException;

    /** The argument vector that executes a command line with the platform's shell. */
    List<String> shell(String commandLine);
}
