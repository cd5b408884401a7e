package io.deskmeter.controller.rights;

import io.deskmeter.controller.metrics.ControllerMeter;
import io.deskmeter.controller.metrics.Meters;
import io.deskmeter.link.peer.MessageRules;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.v1.FromAgent.MessageCase;
import io.deskmeter.text.PeerText;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Counts the messages that agents may not send, and logs the first one of each agent, kind and reason: a peer must not
 * be able to fill the log. Thread-safe.
 */
@Component
public final class RefusedMessages {
    private static final Logger LOG = LoggerFactory.getLogger(RefusedMessages.class);

    /** After this many the log begins anew: ids are the peers' own words. */
    private static final int MOST_LOGGED = 10_000;

    /** Characters of an id or a reason in the log. */
    private static final int LONGEST = 500;

    private final MeterRegistry registry;
    private final Set<Logged> logged = ConcurrentHashMap.newKeySet();

    private record Logged(PeerIdentity peer, MessageCase message, Reason reason) {}

    /** Why a message is refused. */
    public enum Reason {
        /** Its role may not send it; the link ends. */
        ROLE,
        /** It is about a run, a session or a pair of others. */
        FOREIGN,
        /** It is larger than any message of an agent of ours. */
        TOO_LARGE,
        /** This controller does not know the session: it was restarted, or the run is over. */
        UNKNOWN,
        /** The hello message says what the credential does not prove; the link ends. */
        IDENTITY;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public RefusedMessages(MeterRegistry registry) {
        this.registry = registry;
        for (MessageCase message : MessageCase.values()) {
            if (MessageRules.of(message).scope() != MessageRules.Scope.LINK) {
                count(message, Reason.ROLE, 0);
                count(message, Reason.FOREIGN, 0);
                count(message, Reason.TOO_LARGE, 0);
            }
        }
        count(MessageCase.DESKTOP_AGENT_MESSAGE, Reason.UNKNOWN, 0);
        count(MessageCase.DESKTOP_AGENT_REQUEST, Reason.UNKNOWN, 0);
        count(MessageCase.HELLO, Reason.IDENTITY, 0);
    }

    private void count(MessageCase message, Reason reason, int more) {
        Meters.counter(
                        ControllerMeter.LINK_REFUSED,
                        "message",
                        message.name().toLowerCase(Locale.ROOT),
                        "reason",
                        reason.label())
                .register(registry)
                .increment(more);
    }

    /**
     * A message is refused.
     *
     * @param why for people
     */
    public void add(PeerIdentity peer, MessageCase message, Reason reason, String why) {
        count(message, reason, 1);
        if (logged.size() >= MOST_LOGGED) {
            logged.clear();
        }
        if (logged.add(new Logged(peer, message, reason))) {
            LOG.warn(
                    "agent {}: {} is refused: {}; further ones of this kind are only counted",
                    printable(peer.id()),
                    message,
                    printable(why));
        }
    }

    /** Ids and names are the peers' own words: they must not forge lines of the log, nor fill it. */
    private static String printable(String text) {
        return PeerText.line(text.substring(0, Math.min(LONGEST, text.length())));
    }
}
