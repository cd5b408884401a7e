package io.deskmeter.agent.platform;

import io.deskmeter.screen.program.ProgramSearch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An operating system, as the agent needs it. Thread-safe. */
public interface Platform {
    /** The name by which workloads give its commands: {@code linux} or {@code windows}. */
    String name();

    /**
     * The default state folder of a program of this user; not created.
     *
     * @param program for example {@code agent} or {@code desktop}
     */
    Path stateFolder(String program);

    /**
     * The folder of a program whose state belongs to the machine; not created.
     *
     * @param program for example {@code agent} or {@code setup}
     */
    Path machineFolder(String program);

    /** Whether this process may change settings of all users of the machine. */
    boolean administers();

    /**
     * Where {@code agent setup} keeps what it has done: for the whole machine, and for this user. They may be missing.
     */
    List<Path> setupFolders();

    /** Files and folders that only this user can read. */
    PrivateFiles files();

    /** Processes that are found again by their mark. */
    MarkedProcesses processes();

    /**
     * The programs that a process with this environment finds, also where servers are, which may be missing on a user's
     * PATH.
     */
    ProgramSearch programs(Map<String, String> environment);

    /** The user's session to which a process with this environment belongs. */
    UserSession session(Map<String, String> environment);

    /** The registry; empty on a system without one. */
    Optional<Registry> registry();

    /** The program that starts with sessions. */
    Autostart autostart(Autostart.Scope scope);
}
