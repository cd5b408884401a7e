package io.deskmeter.agent.setup.stage;

import java.util.List;
import java.util.Locale;

/** The stages of a setup, in their order. Each can be killed, and done again. */
public enum AgentSetupStage {
    /** Looks whether the machine can be set up. Changes nothing. */
    PREFLIGHT,
    /** Looks whether the installed files are whole. */
    FILES,
    /** Makes the machine an agent of a controller. */
    ENROL,
    /** Finds what the optimisations would change. Changes nothing. */
    ANALYSE,
    /** Changes it. */
    OPTIMISE,
    /** Lets agents start with the machine and with sessions. */
    AUTOSTART,
    /** Reads back what was set, and looks at what a run needs. */
    VERIFY;

    /** From 1. */
    public int number() {
        return List.of(values()).indexOf(this) + 1;
    }

    /** As it is written. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
