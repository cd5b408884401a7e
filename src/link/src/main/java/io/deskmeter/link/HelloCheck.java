package io.deskmeter.link;

import io.deskmeter.link.v1.Hello;
import java.util.Optional;

/** Decides whether an agent may connect, before any of its messages is handled. Called on event loops: it must not block. */
@FunctionalInterface
public interface HelloCheck {
    /** Why whoever sent this is not let in, for the log of the agent; empty where it is. */
    Optional<String> refusal(Hello hello);
}
