package io.deskmeter.link.channel;

import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Welcome;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks the first message of each side. */
public final class Handshake {
    public static final int PROTOCOL = 1;

    private static final Pattern STORE = Pattern.compile("[A-Za-z0-9-]{0,64}");

    private Handshake() {}

    /** Why this is not a valid first message of an agent, or empty. */
    public static Optional<String> fault(FromAgent first) {
        if (!first.hasHello()) {
            return Optional.of("first message: " + first.getMessageCase() + " (expected: HELLO)");
        }
        Hello hello = first.getHello();
        if (hello.getProtocol() != PROTOCOL) {
            return Optional.of(protocol(hello.getProtocol()));
        }
        if (hello.getAgentId().isBlank()) {
            return Optional.of("agent_id: empty (expected: the id that the agent keeps on its disk)");
        }
        return Optional.empty();
    }

    /** Why this is not a valid reply to a hello, or empty. */
    public static Optional<String> fault(FromController first) {
        if (!first.hasWelcome()) {
            return Optional.of("first message: " + first.getMessageCase() + " (expected: WELCOME or REFUSED)");
        }
        Welcome welcome = first.getWelcome();
        if (welcome.getProtocol() != PROTOCOL) {
            return Optional.of(protocol(welcome.getProtocol()));
        }
        if (welcome.getHeartbeatMillis() <= 0) {
            return Optional.of("heartbeat_millis: " + welcome.getHeartbeatMillis() + " (expected: > 0)");
        }
        if (!STORE.matcher(welcome.getStoreId()).matches()) {
            return Optional.of("store_id: " + welcome.getStoreId()
                    + " (expected: at most 64 letters, digits and `-`: the agent has a folder of this name)");
        }
        return Optional.empty();
    }

    private static String protocol(int theirs) {
        return "protocol: " + Integer.toUnsignedString(theirs) + " (expected: " + PROTOCOL
                + "; hint: controller and agent must be of one version)";
    }
}
