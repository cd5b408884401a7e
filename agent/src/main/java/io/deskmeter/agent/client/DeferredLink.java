package io.deskmeter.agent.client;

import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.v1.FromAgent;
import org.jspecify.annotations.Nullable;

/** A reference to a link that is set later, because link and handler need each other. Thread-safe. */
public final class DeferredLink {
    private volatile @Nullable LinkClient link;

    public void set(LinkClient known) {
        link = known;
    }

    /** Sends a message; false if there is no link. */
    public boolean send(FromAgent message) {
        LinkClient known = link;
        return known != null && known.send(message);
    }
}
