package io.deskmeter.agent.desktopagent;

import io.deskmeter.link.relay.MessageExchange;
import io.deskmeter.link.v1.DesktopAgentMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exchanges with the client agents of this desktop's sessions: of the present one, and of the one before, whose
 * last answer may not have arrived. Thread-safe.
 */
final class ClientExchanges {
    private static final Logger LOG = LoggerFactory.getLogger(ClientExchanges.class);
    private static final int MOST = 2;

    private final Predicate<DesktopAgentMessage> link;

    /** The newest is the first. */
    private final Deque<MessageExchange> open = new ArrayDeque<>();

    /** @param link sends to the controller; false if there is no connection */
    ClientExchanges(Predicate<DesktopAgentMessage> link) {
        this.link = link;
    }

    /** Whether a message is to be handled; a repeated one is not. */
    boolean receive(DesktopAgentMessage message) {
        return of(message).receive(message);
    }

    /** Sends a message as soon as there is a connection. */
    void send(DesktopAgentMessage message) {
        send(message, () -> message);
    }

    /**
     * Sends a message that is made each time when it is sent.
     *
     * @param address its run and session
     */
    void send(DesktopAgentMessage address, Supplier<DesktopAgentMessage> message) {
        if (!of(address).send(message)) {
            LOG.error(
                    "run {}: session {}: {} is dropped: {} messages wait for the client agent (expected: fewer)",
                    address.getRunId(),
                    address.getSession(),
                    message.get().getWhatCase(),
                    MessageExchange.MOST_UNCONFIRMED);
        }
    }

    /** There is a new connection to the controller. */
    void connected() {
        all().forEach(MessageExchange::connected);
    }

    /** To be called about once a second. */
    void tick() {
        all().forEach(MessageExchange::tick);
    }

    private synchronized List<MessageExchange> all() {
        return List.copyOf(open);
    }

    private synchronized MessageExchange of(DesktopAgentMessage message) {
        for (MessageExchange known : open) {
            if (known.isOf(message)) {
                return known;
            }
        }
        MessageExchange fresh = MessageExchange.ofDesktop(message.getRunId(), message.getSession(), link);
        open.addFirst(fresh);
        if (open.size() > MOST) {
            MessageExchange over = open.removeLast();
            if (over.unconfirmed() > 0) {
                LOG.warn("{} messages to the client agent of an earlier session have not arrived", over.unconfirmed());
            }
            over.close();
        }
        return fresh;
    }
}
