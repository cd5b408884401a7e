package io.deskmeter.link;

import io.deskmeter.link.v1.Hello;
import java.util.Optional;

/** Decides whether an agent may connect, before any of its messages is handled. Called on event loops: it must not block. */
@FunctionalInterface
public interface HelloCheck {
    /** Why the sender is refused, for the agent's log; empty if it is accepted. */
    Optional<String> refusal(Hello hello);
}
