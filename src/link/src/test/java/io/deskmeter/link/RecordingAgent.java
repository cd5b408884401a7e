package io.deskmeter.link;

import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Welcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A {@link ControllerHandler} that records its calls. */
class RecordingAgent implements ControllerHandler {
    final List<String> events = new CopyOnWriteArrayList<>();
    final List<FromController> messages = new CopyOnWriteArrayList<>();

    @Override
    public void connected(Welcome welcome) {
        events.add("connected");
    }

    @Override
    public void received(FromController message) {
        messages.add(message);
        events.add("received " + message.getMessageCase());
    }

    @Override
    public void disconnected(String reason) {
        events.add("disconnected " + reason);
    }

    @Override
    public void refused(String reason) {
        events.add("refused " + reason);
    }

    @Override
    public void unreachable(String reason, Duration nextAttempt) {
        events.add("unreachable " + reason);
    }
}
