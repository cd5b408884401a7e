package io.deskmeter.agent.check;

import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.SessionSlot;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Probes targets of one kind. Closing it ends running probes and waits for them; may block. */
interface TargetProbe extends AutoCloseable {
    /** The findings; none if a session could start. Never fails and always completes. */
    CompletableFuture<List<CheckFinding>> look(SessionSlot slot);

    @Override
    void close();

    /** {@code ann on host:3389}, for display; never the password. */
    static String words(SessionSlot slot) {
        String place = host(slot);
        if (slot.getUser().isEmpty()) {
            return place;
        }
        return (slot.getDomain().isEmpty() ? "" : slot.getDomain() + "\\") + slot.getUser() + " on " + place;
    }

    /** {@code host:3389}, for display. */
    static String host(SessionSlot slot) {
        String host = slot.getHost();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + slot.getPort();
    }
}
