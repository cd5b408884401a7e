package io.deskmeter.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.relay.MessageExchange;
import io.deskmeter.link.v1.CloseApp;
import io.deskmeter.link.v1.DelegatedSessionChange;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.link.v1.RequestFailed;
import io.deskmeter.link.v1.RunInApp;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.StopWork;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The client agent's end of a session while its connection to the controller breaks; at the other end a desktop agent
 * that stays connected.
 */
class DesktopAgentChannelsTest {
    private static final String RUN = "run-1";

    private final List<DesktopAgentRequest> wanted = new ArrayList<>();
    private final List<DesktopAgentMessage> heard = new ArrayList<>();
    private final List<DesktopAgentMessage> handled = new ArrayList<>();
    private final DesktopAgentChannels channels = new DesktopAgentChannels(this::fromClient);
    private final DesktopAgentChannel channel = channels.open(RUN, 0);
    private final MessageExchange desktop = MessageExchange.ofDesktop(RUN, 0, this::fromDesktop);

    /** Whether the client agent believes that it has a connection. */
    private boolean up = true;

    /** Whether what is written to the connection arrives. */
    private boolean alive = true;

    @BeforeEach
    void listen() {
        channel.listen(heard::add);
    }

    private boolean fromClient(FromAgent message) {
        if (up && alive) {
            if (message.hasDesktopAgentRequest()) {
                wanted.add(message.getDesktopAgentRequest());
            } else if (desktop.receive(message.getDesktopAgentMessage())) {
                handled.add(message.getDesktopAgentMessage());
            }
        }
        return up;
    }

    /** The desktop agent's own connection is sound: what the client agent misses it has sent. */
    private boolean fromDesktop(DesktopAgentMessage message) {
        if (up && alive) {
            channels.received(message);
        }
        return true;
    }

    private void away() {
        up = false;
        channels.disconnected();
    }

    private void back() {
        up = true;
        alive = true;
        channels.connected();
    }

    private static DesktopAgentMessage.Builder message(long call) {
        return DesktopAgentMessage.newBuilder().setRunId(RUN).setSession(0).setCall(call);
    }

    private void reports(SessionState state) {
        assertThat(desktop.send(message(0)
                        .setChange(DelegatedSessionChange.newBuilder()
                                .setChange(SessionChange.newBuilder().setState(state)))
                        .build()))
                .isTrue();
    }

    private CompletableFuture<String> stop() {
        return channel.call(ask -> ask.setStop(StopWork.getDefaultInstance()));
    }

    @Test
    void aSessionThatStopsWhileTheClientAgentIsAwayIsHeardOfOnce() {
        CompletableFuture<String> stopped = stop();
        away();
        reports(SessionState.SESSION_STATE_STOPPED);
        assertThat(desktop.send(
                        message(1).setDone(RequestDone.getDefaultInstance()).build()))
                .isTrue();
        assertThat(heard).isEmpty();
        back();
        back();
        assertThat(heard)
                .singleElement()
                .satisfies(message -> assertThat(message.getChange().getChange().getState())
                        .isEqualTo(SessionState.SESSION_STATE_STOPPED));
        assertThat(stopped).isCompletedWithValue("");
    }

    /** Until its heartbeats are missed, a dead link takes messages. */
    @Test
    void aLossThatIsWrittenToADeadLinkIsHeardOfOnTheNextOne() {
        CompletableFuture<String> first = stop();
        alive = false;
        reports(SessionState.SESSION_STATE_LOST);
        CompletableFuture<String> second = stop();
        assertThat(handled).hasSize(1);
        away();
        back();
        assertThat(heard).hasSize(1);
        assertThat(handled).hasSize(2);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
    }

    @Test
    void aRequestThatIsMadeWithoutAConnectionIsSentWithTheNextOne() {
        away();
        CompletableFuture<String> closed = channel.call(ask -> ask.setCloseApp(CloseApp.getDefaultInstance()));
        assertThat(closed).isNotDone();
        assertThat(handled).isEmpty();
        back();
        assertThat(handled).hasSize(1);
    }

    /** Its duration is a measured value, and would contain the time without a connection. */
    @Test
    void aTimedRequestFailsIfTheConnectionBreaks() {
        CompletableFuture<String> before = channel.timedCall(ask -> ask.setRun(RunInApp.getDefaultInstance()));
        assertThat(before).isNotDone();
        away();
        assertThat(before).isCompletedExceptionally();
        assertThat(channel.timedCall(ask -> ask.setRun(RunInApp.getDefaultInstance())))
                .isCompletedExceptionally();
        back();
        assertThat(handled).hasSize(1);
    }

    @Test
    void theDesktopAgentIsRequestedAgainUntilItIsFound() {
        away();
        channel.want(DesktopAgentRequest.newBuilder().setUser("ann").build());
        back();
        back();
        assertThat(wanted).hasSize(2).extracting(DesktopAgentRequest::getUser).containsOnly("ann");
        var unused = stop();
        reports(SessionState.SESSION_STATE_WORKING);
        back();
        assertThat(wanted).hasSize(2);
    }

    @Test
    void afterTheDesktopAgentIsLostNothingWaits() {
        CompletableFuture<String> waiting = stop();
        channels.received(message(0)
                .setFailed(RequestFailed.newBuilder().setGone(true).setReason("lost"))
                .build());
        assertThat(waiting).isCompletedExceptionally();
        assertThat(stop()).isCompletedExceptionally();
        assertThat(heard).hasSize(1);
    }
}
