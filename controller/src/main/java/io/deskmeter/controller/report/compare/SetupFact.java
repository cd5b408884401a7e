package io.deskmeter.controller.report.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a report tells of what was around a run, and roughly how much of it responses feel. */
enum SetupFact {
    /** CPU of the hosts by others before the first session, percent of all cores. */
    FOREIGN_CPU(1),
    /** CPU of the hosts that hold the sessions while steady, whoever used it, percent of all cores. */
    HOST_CPU(0.9),
    /** CPU of the host of client agents, whoever used it, percent of all its cores. */
    GENERATOR_CPU(0.8),
    CORES(0.9),
    MEMORY(0.6),
    WORKLOAD(0.95),
    MODE(0.85),
    DESKTOP_SIZE(0.7),
    /** What was asked for, by label: desktops and their picture quality, load, iterations. */
    SETTING(0.5),
    HOSTS(0.45),
    /** What {@code agent setup} has set on the machines. */
    OPTIMISATIONS(0.6),
    CLOCK_SOURCE(0.4),
    /** What the hosts that hold the sessions received and sent while steady, whatever for. */
    NETWORK(0.4),
    OPERATING_SYSTEM(0.35),
    AGENT_VERSION(0.3),
    JAVA(0.2),
    /** The controller's surroundings, by name. */
    ENVIRONMENT(0.15),
    THRESHOLD(0.1);

    private final double effect;

    SetupFact(double effect) {
        this.effect = effect;
    }

    /** As it is named in JSON and in texts: {@code host-cpu}. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** That of a key. */
    static Optional<SetupFact> of(String key) {
        return Arrays.stream(values()).filter(fact -> fact.key().equals(key)).findFirst();
    }

    /** Of two different values. */
    double effect() {
        return effect;
    }

    /** For people. */
    String words() {
        return switch (this) {
            case FOREIGN_CPU -> "CPU of the hosts before the first session";
            case HOST_CPU -> "CPU of the hosts of the sessions";
            case GENERATOR_CPU -> "CPU of the client agents’ host";
            case CORES -> "cores";
            case MEMORY -> "memory of the hosts";
            case WORKLOAD -> "content of the workload";
            case MODE -> "mode";
            case DESKTOP_SIZE -> "desktop size";
            case SETTING -> "setting";
            case HOSTS -> "hosts of the agents";
            case OPTIMISATIONS -> "optimisations by agent setup";
            case CLOCK_SOURCE -> "clock source";
            case NETWORK -> "network traffic of the hosts of the sessions";
            case OPERATING_SYSTEM -> "operating system";
            case AGENT_VERSION -> "version of the agents";
            case JAVA -> "Java";
            case ENVIRONMENT -> "environment";
            case THRESHOLD -> "threshold";
        };
    }
}
