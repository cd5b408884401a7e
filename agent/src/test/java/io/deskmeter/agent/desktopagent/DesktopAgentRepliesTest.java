package io.deskmeter.agent.desktopagent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.link.v1.DesktopAgentMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The client agent waits for each reply: without one it would take a fault of this agent for a slow platform. */
class DesktopAgentRepliesTest {
    private final List<DesktopAgentMessage> sent = new ArrayList<>();
    private final DesktopAgentReplies replies = DesktopAgentReplies.to(
            DesktopAgentMessage.newBuilder().setRunId("r").setSession(3).build(), sent::add);

    @Test
    void whateverTheExecutionThrowsIsTheReply() {
        CompletableFuture<String> opening = new CompletableFuture<>();
        replies.toUnfinished(7, opening.thenAccept(host -> {
            throw new AssertionError("no memory for " + host);
        }));
        assertThat(sent).isEmpty();

        opening.complete("writer");
        assertThat(sent).singleElement().satisfies(reply -> {
            assertThat(reply.getCall()).isEqualTo(7);
            assertThat(reply.getFailed().getReason()).contains("no memory for writer");
            assertThat(reply.getFailed().getFault()).isTrue();
        });
    }

    /** What a platform or an application does wrong is a checked exception. */
    @Test
    void whatCannotBeExecutedIsNoErrorOfThisAgent() {
        replies.failed(9, new DesktopException("no room"));
        replies.failed(9, new CompletionException(new StepException("no such file")));
        replies.failed(9, "no application is open");
        replies.broken(9, new IllegalStateException("x"));

        assertThat(sent).extracting(reply -> reply.getFailed().getFault()).containsExactly(false, false, false, true);
    }

    @Test
    void whatWasExecutedIsDone() {
        replies.toUnfinished(8, CompletableFuture.completedFuture(1));

        assertThat(sent).singleElement().satisfies(reply -> {
            assertThat(reply.getCall()).isEqualTo(8);
            assertThat(reply.hasDone()).isTrue();
        });
    }
}
