package io.deskmeter.bench.chaos;

import java.util.Locale;

/** What goes wrong in an episode. */
enum Disturbance {
    CONTROLLER_KILLED("kill -9 of the controller, started again afterwards"),
    CONTROLLER_ENDED("SIGTERM to the controller, started again afterwards"),
    CONTROLLER_PAUSED("SIGSTOP of the controller"),
    CONTROLLER_DISK_FULL("no room left in the controller's data folder"),
    CONTROLLER_CLOCK("the controller's clock jumps by hours, and back"),
    AGENT_KILLED("kill -9 of an agent, started again afterwards"),
    AGENT_PAUSED("SIGSTOP of an agent"),
    AGENT_DISK_FULL("no room left in an agent's state folder"),
    AGENT_CLOCK("an agent's clock jumps by hours, and back"),
    LINE_CUT("the connection of an agent is reset again and again"),
    LINE_DOWN("the connection of an agent is reset, and new ones are refused"),
    LINE_SILENT("no byte passes between an agent and the controller"),
    LINE_ONE_WAY_UP("no byte of an agent arrives at the controller"),
    LINE_ONE_WAY_DOWN("no byte of the controller arrives at an agent"),
    LINE_SLOW("an agent's line carries 4 KiB a second"),
    LINE_STUTTERING("an agent's line carries nothing for 1.5 of each 2 seconds"),
    STORE_PAUSED("SIGSTOP of PostgreSQL"),
    STORE_CRASHED("PostgreSQL ends at once and is started again");

    private final String title;

    Disturbance(String title) {
        this.title = title;
    }

    /** For display. */
    String title() {
        return title;
    }

    /** On the command line: {@code line-down}. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it needs a small disk, which only root can mount. */
    boolean needsSmallDisk() {
        return this == CONTROLLER_DISK_FULL || this == AGENT_DISK_FULL;
    }

    /** Whether it needs the library that changes a program's clock. */
    boolean needsClock() {
        return this == CONTROLLER_CLOCK || this == AGENT_CLOCK;
    }

    /** Whether it needs a PostgreSQL server of this machine. */
    boolean needsServer() {
        return this == STORE_PAUSED || this == STORE_CRASHED;
    }

    /** Whether the controller's process ends with it. */
    boolean endsController() {
        return this == CONTROLLER_KILLED || this == CONTROLLER_ENDED;
    }
}
