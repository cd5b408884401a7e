package io.deskmeter.bench.hostile;

import com.sun.management.UnixOperatingSystemMXBean;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.OptionChecks;
import java.lang.management.ManagementFactory;

/**
 * What comes.
 *
 * @param streams connections that send something mutated
 * @param connections that are held
 * @param agents processes of simulated agents
 * @param sessions of all agents
 * @param seed of everything random
 * @param home of the programs that are started
 */
record HostilePlan(int streams, int connections, int agents, int sessions, long seed, Installation home) {
    /** Files of a program beside the connections. */
    private static final int OTHER_FILES = 1_000;

    HostilePlan {
        OptionChecks.atLeast("streams", streams, 1);
        OptionChecks.atLeast("connections", connections, 1);
        OptionChecks.atLeast("agents", agents, 1);
        OptionChecks.atLeast("sessions", sessions, agents);
        requireFiles(connections + OTHER_FILES);
    }

    /** Programs that are started have the limit of this one; Java takes all of it. */
    private static void requireFiles(int needed) {
        long most = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
        if (most < needed) {
            throw new IllegalArgumentException("open files of a program: at most " + most + " (expected: >= " + needed
                    + ", for so many connections; hint: ulimit -n " + needed + ", or fewer --connections)");
        }
    }
}
