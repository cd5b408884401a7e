package io.deskmeter.controller.fleet;

import io.deskmeter.link.v1.Hello;
import java.util.Optional;

/** What an agent may say of itself: values that a run's tables cannot store are refused when it connects. */
public final class HelloLimits {
    /** The largest length of an agent's id or host name that the tables can store. */
    private static final int MOST_AGENT = 200;

    private static final int MOST_VERSION = 100;

    private HelloLimits() {}

    /** Why an agent is refused; empty if it is not. */
    public static Optional<String> refusal(Hello hello) {
        if (hello.getAgentId().isEmpty()) {
            return Optional.of("agent_id: empty (expected: the id that the agent keeps on its disk)");
        }
        return tooLong("agent_id", hello.getAgentId(), MOST_AGENT)
                .or(() -> tooLong("host", hello.getHost(), MOST_AGENT))
                .or(() -> tooLong("version", hello.getVersion(), MOST_VERSION));
    }

    private static Optional<String> tooLong(String what, String value, int most) {
        return value.length() <= most
                ? Optional.empty()
                : Optional.of(what + ": " + value.substring(0, 40) + "… of " + value.length()
                        + " characters (expected: at most " + most + ")");
    }
}
