package io.deskmeter.agent.setup;

import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.Registry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the stages of a setup do in another way on each operating system. */
interface SetupSystem {
    /** The one of a platform. */
    static SetupSystem of(Platform platform, Setup.Settings settings, WriteHook step) throws IOException {
        Optional<Registry> registry = platform.registry();
        return registry.isPresent()
                ? new WindowsSetup(settings, platform.files(), registry.get(), step)
                : new LinuxSetup(settings, step);
    }

    /** What can be set. */
    Places places();

    /** Who may change settings of the machine, for display. */
    String administrator();

    /** What will have no effect on this machine, for display. */
    List<String> limits() throws IOException;

    /** Creates the folder of the client agent, or uses an existing one. */
    void provideAgentState() throws IOException;

    /** Lets the client agent read a file of its folder, which may be missing. */
    void giveToAgent(Path file) throws IOException;

    /**
     * Lets only those read a file that may change it: the journal has values that others may not be allowed to read.
     */
    void hideFromReaders(Path file) throws IOException;

    /**
     * Lets agents start with the machine and with sessions.
     *
     * @return what starts, for display, a line each
     */
    List<String> autostart(Optimiser optimiser) throws IOException;

    /** Why the clock may be wrong, for display; empty if something is known to synchronise it. */
    Optional<String> clockProblem() throws IOException;

    /** Whether there is a screen to look at. */
    boolean hasDisplay();
}
