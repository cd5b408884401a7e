package io.deskmeter.agent.series;

import io.deskmeter.agent.observe.Observation;
import java.util.OptionalLong;

/** Decides from observations at which instant a series begins or ends. */
public interface Bound {
    void observe(Observation observation);

    /**
     * The instant, as known now; empty while it is not reached. It may be earlier than {@code now}: that a picture has
     * come to rest is certain only some time after its last change.
     */
    OptionalLong reachedAt(long now);

    /** When to ask again if nothing is observed before; {@link Long#MAX_VALUE} if only an observation can decide. */
    long nextLookAt();
}
