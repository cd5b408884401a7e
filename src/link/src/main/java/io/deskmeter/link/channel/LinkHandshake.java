package io.deskmeter.link.channel;

import com.google.protobuf.UnknownFieldSet;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Welcome;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks the first message of each side. */
public final class LinkHandshake {
    public static final int PROTOCOL = 1;

    /** Names and addresses of a machine. A server may have an address for each of its sessions. */
    public static final int MOST_HOSTS = 500;

    private static final Pattern STORE = Pattern.compile("[A-Za-z0-9-]{0,64}");

    private static final int MOST_FACTS = 32;
    private static final int MOST_CHECKSUMS = 500;
    private static final int MOST_LABELS = 100;
    private static final int LONGEST_NAME = 300;
    private static final int LONGEST_VALUE = 1_000;
    /** Secrets are longer than names, and a ticket is one. */
    private static final int LONGEST_TICKET = 1_000;

    private LinkHandshake() {}

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
        return tooMuch(hello);
    }

    /**
     * A hello message is kept as long as its agent is known, and thousands of short entries take many times their size
     * in memory once decoded: it must have no more of them than an agent of ours.
     */
    private static Optional<String> tooMuch(Hello hello) {
        DesktopLocation place = hello.getLocation();
        return tooMany("facts", hello.getFactsCount(), MOST_FACTS)
                .or(() -> tooMany("workload_checksums", hello.getWorkloadChecksumsCount(), MOST_CHECKSUMS))
                .or(() -> tooMany("labels", hello.getLabelsCount(), MOST_LABELS))
                .or(() -> tooMany("hosts", place.getHostsCount(), MOST_HOSTS))
                .or(() -> tooLong("fact", hello.getFactsMap().keySet(), LONGEST_NAME))
                .or(() -> tooLong("fact", hello.getFactsMap().values(), LONGEST_VALUE))
                .or(() -> tooLong("workload", hello.getWorkloadChecksumsMap().keySet(), LONGEST_NAME))
                .or(() -> tooLong("checksum", hello.getWorkloadChecksumsMap().values(), LONGEST_NAME))
                .or(() -> tooLong("label", hello.getLabelsList(), LONGEST_NAME))
                .or(() -> tooLong("host", place.getHostsList(), LONGEST_NAME))
                .or(() -> tooLong("instance", List.of(hello.getInstance()), LONGEST_NAME))
                .or(() -> tooLong("run_id", List.of(hello.getRunId()), LONGEST_NAME))
                .or(() -> tooLong(
                        "location", List.of(place.getUser(), place.getDomain(), place.getSession()), LONGEST_NAME))
                .or(() -> tooLong("ticket", List.of(place.getTicket()), LONGEST_TICKET));
    }

    private static Optional<String> tooMany(String what, int count, int most) {
        return count <= most
                ? Optional.empty()
                : Optional.of(what + ": " + count + " (expected: at most " + most + ")");
    }

    private static Optional<String> tooLong(String what, Collection<String> texts, int most) {
        return texts.stream()
                .filter(text -> text.length() > most)
                .findFirst()
                .map(text -> what + ": one of " + text.length() + " characters (expected: at most " + most + ")");
    }

    /**
     * The message without what this version does not know, which is kept by nobody and may take many times its size in
     * memory.
     */
    public static Hello known(Hello hello) {
        Hello.Builder known = hello.toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance());
        if (hello.hasLocation()) {
            known.getLocationBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance());
        }
        return known.build();
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
