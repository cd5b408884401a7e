package io.deskmeter.agent.desktopagent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.content.ContentServer;
import io.deskmeter.link.server.AgentHandler;
import io.deskmeter.link.server.AgentLink;
import io.deskmeter.link.v1.Check;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.link.v1.ContentPart;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The controller and the client agent of a session in one: sends requests to the desktop agent and receives its
 * messages.
 */
final class ScriptedClient implements AgentHandler {
    private static final String RUN = "run-1";
    private static final int SESSION = 4;

    private final ContentServer shelf;
    private final BlockingQueue<Hello> hellos = new LinkedBlockingQueue<>();
    private final BlockingQueue<AgentLink> links = new LinkedBlockingQueue<>();
    private final BlockingQueue<CheckResult> results = new LinkedBlockingQueue<>();
    private final BlockingQueue<DesktopAgentMessage> heard = new LinkedBlockingQueue<>();
    private final List<TimingRecord> timings = new CopyOnWriteArrayList<>();
    private final List<String> pictures = new CopyOnWriteArrayList<>();
    private volatile UnaryOperator<ContentPart> line = UnaryOperator.identity();
    private volatile int cutAfterParts = Integer.MAX_VALUE;
    private final AtomicInteger parts = new AtomicInteger();
    private @Nullable AgentLink link;
    private long calls;

    ScriptedClient(ContentServer shelf) {
        this.shelf = shelf;
    }

    /** Changes parts of content before they are sent. */
    void through(UnaryOperator<ContentPart> way) {
        line = way;
    }

    /** Cuts the link once, after this number of parts. */
    void cutAfter(int count) {
        cutAfterParts = count;
    }

    int parts() {
        return parts.get();
    }

    List<TimingRecord> timings() {
        return timings;
    }

    /** Names of evidence pictures. */
    List<String> pictures() {
        return pictures;
    }

    Hello hello() throws InterruptedException {
        Hello hello = hellos.poll(30, TimeUnit.SECONDS);
        assertThat(hello).as("a hello").isNotNull();
        return hello;
    }

    /** Sends a request and waits for the reply; unsolicited messages are left to {@link #next}. */
    DesktopAgentMessage ask(UnaryOperator<DesktopAgentMessage.Builder> question) throws InterruptedException {
        long call = send(question);
        List<DesktopAgentMessage> others = new ArrayList<>();
        DesktopAgentMessage answer = next();
        while (answer.getCall() != call) {
            others.add(answer);
            answer = next();
        }
        heard.addAll(others);
        assertThat(answer.getRunId()).isEqualTo(RUN);
        assertThat(answer.getSession()).isEqualTo(SESSION);
        return answer;
    }

    /** As {@link #ask}, with a cut of the link in between. */
    DesktopAgentMessage askAcrossLinks(UnaryOperator<DesktopAgentMessage.Builder> question)
            throws InterruptedException {
        DesktopAgentMessage answer = ask(question);
        link = links.poll(30, TimeUnit.SECONDS);
        return answer;
    }

    void askDone(UnaryOperator<DesktopAgentMessage.Builder> question) throws InterruptedException {
        DesktopAgentMessage answer = ask(question);
        assertThat(answer.getWhatCase()).as(answer.toString()).isEqualTo(DesktopAgentMessage.WhatCase.DONE);
    }

    private long send(UnaryOperator<DesktopAgentMessage.Builder> question) throws InterruptedException {
        AgentLink to = link;
        if (to == null) {
            to = links.poll(30, TimeUnit.SECONDS);
            link = to;
        }
        DesktopAgentMessage message = question.apply(DesktopAgentMessage.newBuilder()
                        .setRunId(RUN)
                        .setSession(SESSION)
                        .setCall(++calls))
                .build();
        assertThat(to).as("a link").isNotNull();
        assertThat(to.send(FromController.newBuilder()
                        .setDesktopAgentMessage(message)
                        .build()))
                .isTrue();
        return calls;
    }

    DesktopAgentMessage next() throws InterruptedException {
        DesktopAgentMessage message = heard.poll(40, TimeUnit.SECONDS);
        assertThat(message).as("a message of the client agent").isNotNull();
        return message;
    }

    /** Asks for a check and waits for its result. */
    CheckResult check(Check question) throws InterruptedException {
        AgentLink to = links.poll(30, TimeUnit.SECONDS);
        assertThat(to).as("a link").isNotNull();
        link = to;
        assertThat(to.send(FromController.newBuilder().setCheck(question).build()))
                .isTrue();
        CheckResult result = results.poll(40, TimeUnit.SECONDS);
        assertThat(result).as("a result").isNotNull();
        return result;
    }

    boolean nothingHeard() {
        return heard.isEmpty();
    }

    @Override
    public Optional<String> accept(Hello hello) {
        hellos.add(hello);
        return Optional.empty();
    }

    @Override
    public void connected(AgentLink connected) {
        links.add(connected);
    }

    @Override
    public void received(AgentLink from, FromAgent message) {
        switch (message.getMessageCase()) {
            case CONTENT_REQUEST -> {
                if (parts.incrementAndGet() == cutAfterParts) {
                    from.close("cut");
                    return;
                }
                ContentPart part = line.apply(shelf.answer(message.getContentRequest()));
                from.send(FromController.newBuilder().setContentPart(part).build());
            }
            case DESKTOP_AGENT_MESSAGE -> heard.add(message.getDesktopAgentMessage());
            case CHECK_RESULT -> results.add(message.getCheckResult());
            case EVIDENCE -> pictures.add(message.getEvidence().getName());
            default -> {
                // Samples of the machine.
            }
        }
    }

    @Override
    public void timings(AgentLink from, List<TimingBatch> batches) {
        for (TimingBatch batch : batches) {
            timings.addAll(batch.getTimingsList());
            from.send(FromController.newBuilder()
                    .setTimingAck(TimingAck.newBuilder().setBatch(batch.getBatch()))
                    .build());
        }
    }

    @Override
    public void disconnected(AgentLink gone, String reason) {}
}
