package io.deskmeter.controller.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentMessage.WhatCase;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.LogOffUser;
import io.deskmeter.link.v1.OpenApp;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.link.v1.RequestFailed;
import io.deskmeter.link.v1.RunInApp;
import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The lifecycle of pairs; for pairing itself see {@link DesktopAgentPairingTest}. Here tickets pair. */
class DesktopAgentBrokerTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> sent = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private final Set<String> away = new HashSet<>();
    private final List<String> joined = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final DesktopAgentBroker broker = new DesktopAgentBroker(
            this::post,
            (run, session, desktop) -> joined.add(run),
            (agent, message, unknown) -> refused.add(agent + " " + message.getWhatCase() + (unknown ? " unknown" : "")),
            () -> "0123456789abcdef",
            time);

    private boolean post(String agent, FromController message) {
        if (away.contains(agent)) {
            return false;
        }
        DesktopAgentMessage desktopAgent = message.getDesktopAgentMessage();
        if (desktopAgent.hasFailed()) {
            reasons.add(desktopAgent.getFailed().getReason());
        }
        sent.add(agent + " " + desktopAgent.getSession() + " " + desktopAgent.getWhatCase()
                + (desktopAgent.hasFailed() && desktopAgent.getFailed().getGone() ? " gone" : ""));
        return true;
    }

    @Test
    void aClientThatComesFirstIsKeptWaitingAndLosesNothing() {
        broker.wanted("client", user(0, "ann"));
        broker.pass("client", openApp(0, 1));
        broker.pass("client", openApp(0, 2));
        time.settle();
        assertThat(sent).isEmpty();
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.settle();
        assertThat(sent).containsExactly("d-ann 0 OPEN_APP", "d-ann 0 OPEN_APP");
        assertThat(joined).containsExactly("run-1");
    }

    @Test
    void aDesktopAgentThatWasThereBeforeIsFound() {
        broker.arrived(desktop("d-ann", "1", "ANN"));
        broker.arrived(desktop("d-bob", "1", "bob"));
        broker.wanted("client", user(0, "ann"));
        broker.wanted("client", user(1, "bob"));
        broker.pass("client", openApp(1, 1));
        broker.pass("d-ann", done(0, 1));
        time.settle();
        assertThat(sent).containsExactly("d-bob 1 OPEN_APP", "client 0 DONE");
    }

    @Test
    void aTicketIsWorthMoreThanAName() {
        DesktopAgentRequest wanted = user(0, "").toBuilder().setTicket("t-1").build();
        broker.arrived(desktop("other", "1", ""));
        broker.wanted("client", wanted);
        broker.pass("client", openApp(0, 1));
        time.settle();
        assertThat(sent).isEmpty();
        Hello mine = desktop("mine", "1", "root").toBuilder()
                .setLocation(DesktopLocation.newBuilder().setUser("root").setTicket("t-1"))
                .build();
        broker.arrived(mine);
        time.settle();
        assertThat(sent).containsExactly("mine 0 OPEN_APP");
    }

    @Test
    void noAgentCanSendForAnother() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        broker.arrived(desktop("d-bob", "1", "bob"));
        broker.pass("d-bob", done(0, 1));
        broker.pass("d-other", openApp(0, 1));
        time.settle();
        assertThat(sent).isEmpty();
        assertThat(broker.relayed()).isEqualTo(new RelayedMessages(0, 0, 2));
        assertThat(refused).containsExactly("d-bob DONE", "d-other OPEN_APP");
    }

    @Test
    void aDesktopAgentThatComesBackInTimeCostsNothing() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.settle();
        away.add("d-ann");
        broker.left("d-ann");
        broker.pass("client", openApp(0, 1));
        time.advance(Duration.ofSeconds(9));
        away.clear();
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.advance(Duration.ofSeconds(20));
        assertThat(sent).containsExactly("d-ann 0 OPEN_APP");
    }

    @Test
    void oneThatStaysAwayIsReportedAsGoneOnce() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        broker.left("d-ann");
        time.advance(Duration.ofSeconds(30));
        assertThat(sent).containsExactly("client 0 FAILED gone");
    }

    @Test
    void oneThatIsStartedAnewIsAnotherAndServesTheNextSession() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.settle();
        broker.wanted("client", user(1, "ann"));
        broker.arrived(desktop("d-ann", "2", "ann"));
        broker.pass("client", openApp(1, 1));
        time.settle();
        assertThat(sent).containsExactly("client 0 FAILED gone", "d-ann 1 OPEN_APP");
    }

    @Test
    void afterTheLogoffTheUserMayBeSomebodyElses() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        broker.pass("client", logOff(0, 7));
        broker.pass("d-ann", done(0, 7));
        broker.left("d-ann");
        broker.wanted("client", user(1, "ann"));
        broker.arrived(desktop("d-ann", "2", "ann"));
        broker.pass("client", openApp(1, 1));
        time.advance(Duration.ofSeconds(30));
        assertThat(sent).containsExactly("d-ann 0 LOG_OFF", "client 0 DONE", "d-ann 1 OPEN_APP");
    }

    @Test
    void aSessionThatEndsBeforeItAnswersHasLoggedOff() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        broker.pass("client", logOff(0, 7));
        broker.left("d-ann");
        time.advance(Duration.ofMillis(10));
        assertThat(sent).containsExactly("d-ann 0 LOG_OFF", "client 0 FAILED gone");
    }

    @Test
    void theEndOfARunLogsOffWhoeverWasLeft() {
        broker.wanted("client", user(0, "ann"));
        broker.wanted("client", user(1, "bob"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        broker.arrived(desktop("d-bob", "1", "bob"));
        broker.pass("client", logOff(1, 7));
        broker.pass("d-bob", done(1, 7));
        time.settle();
        sent.clear();
        broker.ended("run-1");
        time.settle();
        assertThat(sent).containsExactly("d-ann 0 " + WhatCase.LOG_OFF);
    }

    @Test
    void whatWaitsForADesktopAgentIsBounded() {
        broker.wanted("client", user(0, "ann"));
        for (int i = 0; i < 200; i++) {
            broker.pass("client", openApp(0, i));
        }
        time.settle();
        assertThat(sent).containsExactly("client 0 FAILED gone");
    }

    /** Reproducer: what the broker said itself while the client agent was away was only logged. */
    @Test
    void aClientThatWasAwayWhenItsDesktopAgentWasLostIsToldOnItsReturn() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.settle();
        away.add("client");
        broker.left("d-ann");
        time.advance(Duration.ofSeconds(11));
        assertThat(sent).isEmpty();
        away.remove("client");
        broker.pass("client", repeat(0));
        broker.pass("client", repeat(0));
        time.settle();
        assertThat(sent).containsExactly("client 0 FAILED gone", "client 0 FAILED gone");
    }

    @Test
    void aRequestThatIsRepeatedOnANewConnectionChangesNothing() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        broker.wanted("client", user(0, "ann"));
        broker.pass("client", openApp(0, 1));
        time.settle();
        assertThat(sent).containsExactly("d-ann 0 OPEN_APP");
        assertThat(joined).hasSize(1);
    }

    /** The desktop agent ends with its session, so it cannot repeat its answer. */
    @Test
    void aClientThatWasAwayHearsThatTheUserHasLoggedOff() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        broker.pass("client", logOff(0, 7));
        time.settle();
        away.add("client");
        broker.pass("d-ann", done(0, 7));
        broker.left("d-ann");
        time.settle();
        away.remove("client");
        broker.pass("client", repeat(0));
        time.settle();
        assertThat(sent).containsExactly("d-ann 0 LOG_OFF", "client 0 DONE");
    }

    /** Its session counts as lost, so it must not go on loading the machine. */
    @Test
    void aDesktopAgentThatReturnsTooLateLogsOff() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.settle();
        away.add("d-ann");
        broker.left("d-ann");
        time.advance(Duration.ofSeconds(11));
        away.remove("d-ann");
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.settle();
        assertThat(sent).containsExactly("client 0 FAILED gone", "d-ann 0 LOG_OFF");
    }

    @Test
    void aDesktopAgentThatWasAwayAtTheEndOfItsRunLogsOffOnItsReturn() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.settle();
        away.add("d-ann");
        broker.left("d-ann");
        broker.ended("run-1");
        time.settle();
        away.remove("d-ann");
        broker.arrived(desktop("d-ann", "1", "ann"));
        broker.pass("d-ann", done(0, 0));
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.settle();
        assertThat(sent).containsExactly("d-ann 0 LOG_OFF");
    }

    @Test
    void anOlderDesktopAgentGetsANumberedMessageOnce() {
        broker.wanted("client", user(0, "ann"));
        broker.pass("client", openApp(0, 1).toBuilder().setNumber(1).build());
        broker.arrived(desktop("d-ann", "1", "ann"));
        for (int number : List.of(1, 1, 3, 2, 3)) {
            broker.pass(
                    "client", openApp(0, number).toBuilder().setNumber(number).build());
        }
        time.settle();
        String confirmed = "client 0 WHAT_NOT_SET";
        String request = "d-ann 0 OPEN_APP";
        assertThat(sent).containsExactly(confirmed, request, confirmed, request, confirmed, request, confirmed);
    }

    /** A restarted controller knows no session: a client agent must not wait for an answer. */
    @Test
    void whatCannotBeRelayedIsRefusedAndCounted() {
        broker.pass("client", openApp(0, 1));
        time.settle();
        assertThat(sent).containsExactly("client 0 FAILED gone");
        assertThat(broker.relayed()).isEqualTo(new RelayedMessages(1, 0, 1));
        assertThat(refused).containsExactly("client OPEN_APP unknown");
    }

    /** Reproducer: 100 of them of 8 MB were kept for each session, and ended the controller. */
    @Test
    void whatIsKeptForADesktopAgentIsLimitedByItsSize() {
        broker.wanted("client", user(0, "ann"));
        broker.pass("client", large(0, 1));
        broker.pass("client", large(0, 2));
        time.settle();
        assertThat(sent).isEmpty();
        broker.pass("client", large(0, 3));
        time.settle();
        assertThat(sent).containsExactly("client 0 FAILED gone");
        broker.arrived(desktop("d-ann", "1", "ann"));
        time.settle();
        assertThat(sent).doesNotContain("d-ann 0 RUN");
    }

    /** What has ended, was replaced or was delivered takes no room. */
    @Test
    void whatIsKeptForAllDesktopAgentsIsLimitedByItsSize() {
        int room = (int) (RelayQuota.MOST / 2 / large(0, 1).getSerializedSize());
        for (int session = 0; session < room; session++) {
            broker.wanted("client", user(session, "u" + session));
            broker.pass("client", large(session, 1));
        }
        broker.wanted("client", user(room, "late"));
        broker.pass("client", large(room, 1));
        time.settle();
        assertThat(sent).containsExactly("client " + room + " FAILED gone");
        sent.clear();
        // Reproducer: one client agent took all of it, and the sessions of others ended.
        broker.wanted("other", user(room + 3, "of another"));
        broker.pass("other", large(room + 3, 1));
        broker.wanted("other", user(room + 3, "of another again"));
        time.settle();
        assertThat(sent).isEmpty();
        broker.arrived(desktop("d-0", "1", "u0"));
        broker.wanted("client", user(1, "another"));
        broker.wanted("client", user(room + 1, "later"));
        broker.pass("client", large(room + 1, 1));
        broker.wanted("client", user(room + 2, "last"));
        broker.pass("client", large(room + 2, 1));
        time.settle();
        assertThat(sent).containsExactly("d-0 0 RUN");
        broker.ended("run-1");
        broker.wanted("client", user(0, "ann"));
        broker.pass("client", large(0, 1));
        time.settle();
        assertThat(sent).doesNotContain("client 0 FAILED gone");
    }

    @Test
    void ofTheLastWordOnlySoMuchIsKept() {
        broker.wanted("client", user(0, "ann"));
        broker.arrived(desktop("d-ann", "1", "ann"));
        broker.pass("client", logOff(0, 1));
        time.settle();
        broker.pass(
                "d-ann",
                message(0, 1)
                        .setFailed(RequestFailed.newBuilder().setReason("r".repeat(60_000)))
                        .build());
        time.settle();
        reasons.clear();
        broker.wanted("client", user(0, "ann"));
        time.settle();
        assertThat(reasons).singleElement().asString().hasSize(AgentPair.MOST_DETAIL);
    }

    /** Reproducer: only the last one went with its run; desktop agents were let in with the others for ever. */
    @Test
    void aTicketIsGoodAsLongAsTheRequestThatHasIt() {
        broker.wanted("client", user(0, "one"));
        broker.wanted("client", user(1, "one"));
        broker.wanted("client", user(0, "two"));
        time.settle();
        assertThat(broker.starter("ticket of one")).as("of the other session").contains("client");
        broker.wanted("client", user(1, "two"));
        time.settle();
        assertThat(broker.starter("ticket of one")).isEmpty();
        assertThat(broker.starter("ticket of two")).contains("client");
        broker.ended("run-1");
        time.settle();
        assertThat(broker.starter("ticket of two")).isEmpty();
    }

    /** Each asks all desktop agents that are free. */
    @Test
    void aClientAgentAsksForOtherDesktopAgentsOnlySoOften() {
        broker.wanted("client", user(0, "first"));
        for (int i = 0; i < DesktopAgentBroker.MOST_ASKED_AGAIN; i++) {
            broker.wanted("client", user(0, "u" + i));
        }
        time.settle();
        assertThat(sent).isEmpty();
        broker.wanted("client", user(0, "more"));
        time.settle();
        assertThat(sent).containsExactly("client 0 FAILED gone");
        assertThat(refused).containsExactly("client FAILED");
        assertThat(broker.starter("ticket of more")).isEmpty();
        assertThat(broker.starter("ticket of u19")).contains("client");
        time.advance(DesktopAgentBroker.ASKING);
        broker.wanted("client", user(0, "more"));
        time.settle();
        assertThat(broker.starter("ticket of more")).contains("client");
    }

    private static DesktopAgentMessage large(int session, long call) {
        return message(session, call)
                .setRun(RunInApp.newBuilder().addCommand("x".repeat(1_400_000)))
                .build();
    }

    private static DesktopAgentMessage repeat(int session) {
        return message(session, 0).setRepeat(true).build();
    }

    private static DesktopAgentRequest user(int session, String name) {
        return DesktopAgentRequest.newBuilder()
                .setRunId("run-1")
                .setSession(session)
                .setUser(name)
                .setTicket(ticket(name))
                .addHosts("host-1")
                .build();
    }

    private static String ticket(String user) {
        return "ticket of " + user.toLowerCase(Locale.ROOT);
    }

    private static Hello desktop(String id, String instance, String user) {
        return Hello.newBuilder()
                .setAgentId(id)
                .setInstance(instance)
                .setLocation(DesktopLocation.newBuilder()
                        .setUser(user)
                        .setTicket(ticket(user))
                        .setSession(":10")
                        .addHosts("host-1"))
                .build();
    }

    private static DesktopAgentMessage.Builder message(int session, long call) {
        return DesktopAgentMessage.newBuilder()
                .setRunId("run-1")
                .setSession(session)
                .setCall(call);
    }

    private static DesktopAgentMessage openApp(int session, long call) {
        return message(session, call).setOpenApp(OpenApp.getDefaultInstance()).build();
    }

    private static DesktopAgentMessage logOff(int session, long call) {
        return message(session, call).setLogOff(LogOffUser.getDefaultInstance()).build();
    }

    private static DesktopAgentMessage done(int session, long call) {
        return message(session, call).setDone(RequestDone.getDefaultInstance()).build();
    }
}
