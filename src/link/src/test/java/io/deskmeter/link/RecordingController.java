package io.deskmeter.link;

import io.deskmeter.link.server.AgentHandler;
import io.deskmeter.link.server.AgentLink;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.TimingBatch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** An {@link AgentHandler} that records its calls, and refuses on request. */
public class RecordingController implements AgentHandler {
    public final List<String> events = new CopyOnWriteArrayList<>();
    public final List<AgentLink> links = new CopyOnWriteArrayList<>();
    public final List<FromAgent> messages = new CopyOnWriteArrayList<>();
    public volatile Optional<String> refusal = Optional.empty();

    @Override
    public Optional<String> accept(Hello hello) {
        events.add("accept " + hello.getAgentId());
        return refusal;
    }

    @Override
    public void connected(AgentLink link) {
        links.add(link);
        events.add("connected " + link.hello().getAgentId());
    }

    @Override
    public void received(AgentLink link, FromAgent message) {
        messages.add(message);
        events.add("received " + message.getMessageCase());
    }

    /** As messages, one by one. */
    @Override
    public void timings(AgentLink link, List<TimingBatch> batches) {
        for (TimingBatch batch : batches) {
            if (!link.closing()) {
                received(link, FromAgent.newBuilder().setTimings(batch).build());
            }
        }
    }

    @Override
    public void disconnected(AgentLink link, String reason) {
        events.add("disconnected " + reason);
    }

    public AgentLink link() {
        return links.get(links.size() - 1);
    }
}
