package io.deskmeter.agent.check;

import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Welcome;
import java.time.Duration;

/**
 * Dispatches check requests to the checker and all other messages to the next handler: checks are independent of runs.
 */
public final class CheckDispatcher implements ControllerHandler {
    private final ControllerHandler other;
    private final Checker checker;

    public CheckDispatcher(ControllerHandler other, Checker checker) {
        this.other = other;
        this.checker = checker;
    }

    @Override
    public void received(FromController message) {
        if (message.hasCheck()) {
            checker.check(message.getCheck());
        } else {
            other.received(message);
        }
    }

    @Override
    public void connected(Welcome welcome) {
        other.connected(welcome);
    }

    @Override
    public void disconnected(String reason) {
        other.disconnected(reason);
    }

    @Override
    public void refusedPermanently(String reason) {
        other.refusedPermanently(reason);
    }

    @Override
    public void refused(String reason) {
        other.refused(reason);
    }

    @Override
    public void unreachable(String reason, Duration nextAttempt) {
        other.unreachable(reason, nextAttempt);
    }
}
