package io.deskmeter.agent.run;

import io.deskmeter.link.LinkClient;
import io.deskmeter.link.v1.FromAgent;
import org.jspecify.annotations.Nullable;

/** A link that is known later: it needs its handler, and the handler needs it. Thread-safe. */
public final class LateLink {
    private volatile @Nullable LinkClient link;

    public void set(LinkClient known) {
        link = known;
    }

    /** Sends a message; false where there is no link. */
    public boolean send(FromAgent message) {
        LinkClient known = link;
        return known != null && known.send(message);
    }
}
