package io.deskmeter.controller.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.DelegatedSessionChange;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.LogOffUser;
import io.deskmeter.link.v1.PairingCodeSeen;
import io.deskmeter.link.v1.PrepareDesktop;
import io.deskmeter.link.v1.ReleaseDesktop;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which desktop agent is paired with which client agent's session. */
class DesktopAgentPairingTest {
    private static final String CLIENT = "client";

    private final VirtualTime time = new VirtualTime();
    /** The codes that desktop agents show now. */
    private final Map<String, String> shown = new TreeMap<>();
    /** The desktop agent that received a session's first message, by session. */
    private final Map<Integer, String> pairs = new TreeMap<>();

    private final List<String> failures = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private int codes;
    private final DesktopAgentBroker broker = new DesktopAgentBroker(
            this::post, (run, session, desktop) -> {}, (agent, message, unknown) -> {}, this::nonce, time);

    private String nonce() {
        return String.format(Locale.ROOT, "%016x", ++codes);
    }

    private boolean post(String agent, FromController message) {
        if (message.hasShowPairingCode()) {
            String code = message.getShowPairingCode().getCode();
            if (code.isEmpty()) {
                shown.remove(agent);
            } else {
                shown.put(agent, code);
            }
            return true;
        }
        DesktopAgentMessage desktopAgent = message.getDesktopAgentMessage();
        if (agent.equals(CLIENT)) {
            if (desktopAgent.hasFailed()) {
                failures.add(desktopAgent.getSession() + ": "
                        + desktopAgent.getFailed().getReason());
            } else {
                ends.add("client " + desktopAgent.getSession() + " " + desktopAgent.getWhatCase());
            }
        } else if (desktopAgent.hasPrepare()) {
            assertThat(pairs.put(desktopAgent.getSession(), agent)).isNull();
        } else {
            ends.add(agent + " " + desktopAgent.getSession() + " " + desktopAgent.getWhatCase());
        }
        return true;
    }

    private void want(DesktopAgentRequest.Builder wanted) {
        broker.wanted(CLIENT, wanted.build());
        broker.pass(
                CLIENT,
                message(wanted.getSession(), 1)
                        .setPrepare(PrepareDesktop.getDefaultInstance())
                        .build());
        time.settle();
    }

    private void arrive(Hello.Builder desktop) {
        broker.arrived(desktop.build());
        time.settle();
    }

    private void see(int session, String code) {
        seeAs(CLIENT, session, code);
    }

    private void seeAs(String client, int session, String code) {
        broker.seen(
                client,
                PairingCodeSeen.newBuilder()
                        .setRunId("run-1")
                        .setSession(session)
                        .setCode(code)
                        .build());
        time.settle();
    }

    private String codeOf(String desktop) {
        return Objects.requireNonNull(shown.get(desktop), () -> desktop + " shows no code");
    }

    private static DesktopAgentRequest.Builder vnc(int session, String... hosts) {
        return DesktopAgentRequest.newBuilder()
                .setRunId("run-1")
                .setSession(session)
                .addAllHosts(List.of(hosts))
                .setReadsPairingCode(true)
                .setKeepsSession(true);
    }

    private static DesktopAgentRequest.Builder rdp(int session, String user, String... hosts) {
        return vnc(session, hosts).setUser(user).setKeepsSession(false);
    }

    private static Hello.Builder desktop(String id, String user, String... hosts) {
        return Hello.newBuilder()
                .setAgentId(id)
                .setInstance("1")
                .setRole(AgentRole.AGENT_ROLE_DESKTOP)
                .setHost(hosts.length == 0 ? "" : hosts[0])
                .setLocation(DesktopLocation.newBuilder()
                        .setUser(user)
                        .setSession(id.equals("console") ? ":0" : ":1")
                        .addAllHosts(List.of(hosts))
                        .setShowsPairingCode(true));
    }

    private static Hello.Builder blind(Hello.Builder desktop) {
        return desktop.setLocation(desktop.getLocation().toBuilder().setShowsPairingCode(false));
    }

    private static DesktopAgentMessage.Builder message(int session, long call) {
        return DesktopAgentMessage.newBuilder()
                .setRunId("run-1")
                .setSession(session)
                .setCall(call);
    }

    @Test
    void theOrderOfArrivalDoesNotDecide() {
        want(rdp(0, "ann", "host-1"));
        want(rdp(1, "ann", "host-2"));
        arrive(desktop("ann-on-host-2", "ann", "host-2"));
        assertThat(pairs).isEmpty();
        see(1, codeOf("ann-on-host-2"));
        assertThat(pairs).isEqualTo(Map.of(1, "ann-on-host-2"));
    }

    /** For any order of agents and sessions, whether or not the machines know the names of the targets. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void fortyDesktopsOfOneUserAreEachTheirOwnClients(long seed) {
        Random random = new Random(seed);
        boolean named = seed % 2 == 0;
        List<Runnable> events = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int session = i;
            String host = "vdi-" + i;
            events.add(() -> want(named ? vnc(session, host) : vnc(session, "nat")));
            events.add(() -> arrive(desktop("on-" + host, "lab", host)));
        }
        Collections.shuffle(events, random);
        for (Runnable event : events) {
            event.run();
            look(random);
        }
        time.advance(DesktopAgentBroker.SAME_HOST_FIRST);
        look(random);
        assertThat(pairs).hasSize(40);
        assertThat(pairs).allSatisfy((session, desktop) -> assertThat(desktop).isEqualTo("on-vdi-" + session));
        assertThat(shown).isEmpty();
        assertThat(failures).isEmpty();
    }

    /** Every client agent reports the code on its display. */
    private void look(Random random) {
        List<Integer> sessions = new ArrayList<>(IntStream.range(0, 40).boxed().toList());
        Collections.shuffle(sessions, random);
        for (int session : sessions) {
            if (shown.containsKey("on-vdi-" + session) && !pairs.containsKey(session)) {
                see(session, codeOf("on-vdi-" + session));
            }
        }
    }

    @Test
    void aUserWithASessionOnEachHostOfAFarmIsPairedByWhatIsSeen() {
        for (int i = 0; i < 10; i++) {
            want(rdp(i, "ann", "10.0.0." + i));
        }
        for (int i = 9; i >= 0; i--) {
            arrive(desktop("on-" + i, "ANN", "rdsh-" + i));
        }
        assertThat(shown).hasSize(10);
        for (int i = 0; i < 10; i++) {
            see(i, codeOf("on-" + i));
            assertThat(pairs).containsEntry(i, "on-" + i);
        }
    }

    @Test
    void onlyWhoMayBeItIsAskedAndThoseOnTheDialledHostFirst() {
        arrive(desktop("near", "ann", "rdsh-1", "10.0.0.1"));
        arrive(desktop("far", "ann", "rdsh-2", "10.0.0.2"));
        arrive(desktop("bob", "bob", "rdsh-1", "10.0.0.1"));
        assertThat(shown).isEmpty();
        want(rdp(0, "ann", "RDSH-1.lab", "10.0.0.1"));
        assertThat(shown).containsOnlyKeys("near");
        time.advance(DesktopAgentBroker.SAME_HOST_FIRST);
        assertThat(shown).containsOnlyKeys("near", "far");
        see(0, codeOf("far"));
        assertThat(pairs).isEqualTo(Map.of(0, "far"));
        assertThat(shown).isEmpty();
    }

    @Test
    void theUserOfAVncAccountNeedNotBeTheDesktopsUser() {
        arrive(desktop("d", "lab", "vdi-1"));
        want(vnc(0, "vdi-1"));
        see(0, codeOf("d"));
        assertThat(pairs).isEqualTo(Map.of(0, "d"));
    }

    @Test
    void codesThatAreGuessedUsedOrSaidByOthersCountForNobody() {
        want(vnc(0, "vdi-1"));
        arrive(desktop("d", "lab", "vdi-1"));
        String code = codeOf("d");
        see(0, "ffffffffffffffff");
        see(0, "");
        see(7, code);
        seeAs("d-other", 0, code);
        seeAs("d", 0, code);
        assertThat(pairs).isEmpty();
        assertThat(failures).isEmpty();
        see(0, code);
        assertThat(pairs).isEqualTo(Map.of(0, "d"));
        see(0, code);
        assertThat(failures).isEmpty();
    }

    @Test
    void aDesktopAgentThatCannotBeProvedIsNotPairedHoweverItCallsItself() {
        want(vnc(0, "vdi-1"));
        want(rdp(1, "ann", "rdsh-1"));
        arrive(desktop("liar", "ann", "vdi-1", "rdsh-1"));
        time.advance(Duration.ofMinutes(2));
        assertThat(pairs).isEmpty();
    }

    /** Reproducer: saying "I show no code" was enough to be paired by name at once, in either order of arrival. */
    @Test
    void aDesktopAgentThatSaysItShowsNoCodeIsNotPairedWhereCodesAreRead() {
        want(rdp(0, "ann", "rdsh-1"));
        arrive(blind(desktop("liar", "ann", "rdsh-1")));
        want(vnc(1, "vdi-1").setLocationSession(":1"));
        arrive(blind(desktop("second liar", "lab", "vdi-1")));
        want(rdp(2, "ann", "rdsh-1"));
        time.advance(Duration.ofMinutes(2));
        assertThat(pairs).isEmpty();
        assertThat(failures).isEmpty();
        arrive(desktop("true", "ann", "rdsh-1"));
        see(0, codeOf("true"));
        assertThat(pairs).isEqualTo(Map.of(0, "true"));
    }

    @Test
    void twoClientsThatSeeOneDesktopAreReportedSo() {
        arrive(desktop("d", "lab", "vdi-1"));
        want(vnc(0, "vdi-1"));
        want(vnc(1, "vdi-1-alias"));
        String code = codeOf("d");
        see(1, code);
        see(0, code);
        assertThat(pairs).isEqualTo(Map.of(1, "d"));
        assertThat(failures)
                .containsExactly(
                        "0: the display shows the session of agent vdi-1 (desktop, lab) in :1, which is that of run"
                                + " run-1, session 1 (expected: another desktop; hint: do two hosts of the target"
                                + " lead to the same one?)");
    }

    /** Reproducer: a client agent that said that it reads no codes got any desktop whose names it gave. */
    @Test
    void aClientAgentThatReadsNoCodesIsNotPairedByTheNamesThatItAsksFor() {
        arrive(desktop("d", "ann", "rdsh-1"));
        arrive(blind(desktop("older", "bob", "rdsh-1")));
        want(rdp(0, "ann", "rdsh-1").setReadsPairingCode(false));
        want(rdp(1, "bob", "rdsh-1").setReadsPairingCode(false));
        want(vnc(2, "rdsh-1").setLocationSession(":1").setReadsPairingCode(false));
        time.advance(Duration.ofMinutes(2));
        assertThat(pairs).isEmpty();
        assertThat(shown).isEmpty();
        assertThat(failures)
                .hasSize(3)
                .allSatisfy(failure -> assertThat(failure).contains("reads_pairing_code: false", "expected:"));
    }

    @Test
    void anAgentThatConnectsAgainShowsAnotherCodeAndTheFirstOneIsWorthNothing() {
        want(vnc(0, "vdi-1"));
        arrive(desktop("d", "lab", "vdi-1"));
        String first = codeOf("d");
        broker.left("d");
        time.settle();
        see(0, first);
        assertThat(pairs).isEmpty();
        arrive(desktop("d", "lab", "vdi-1"));
        assertThat(codeOf("d")).isNotEqualTo(first);
        see(0, first);
        assertThat(pairs).isEmpty();
        see(0, codeOf("d"));
        assertThat(pairs).isEqualTo(Map.of(0, "d"));
    }

    @Test
    void aDesktopAgentThatIsStartedAnewMustProveItselfAnew() {
        want(vnc(0, "vdi-1"));
        arrive(desktop("d", "lab", "vdi-1"));
        see(0, codeOf("d"));
        arrive(desktop("d", "lab", "vdi-1").setInstance("2"));
        assertThat(failures).containsExactly("0: the desktop agent was restarted");
        assertThat(shown).isEmpty();
        want(vnc(1, "vdi-1"));
        assertThat(shown).containsOnlyKeys("d");
        see(1, codeOf("d"));
        assertThat(pairs).containsEntry(1, "d");
    }

    @Test
    void aDesktopThatNobodyLoggedOnToIsReleasedAndServesTheNext() {
        arrive(desktop("d", "lab", "vdi-1"));
        want(vnc(0, "vdi-1"));
        want(vnc(1, "vdi-1"));
        see(0, codeOf("d"));
        assertThat(shown).isEmpty();
        broker.pass(
                CLIENT,
                message(0, 9).setRelease(ReleaseDesktop.getDefaultInstance()).build());
        broker.pass("d", message(0, 9).setDone(RequestDone.getDefaultInstance()).build());
        time.settle();
        assertThat(ends).containsExactly("d 0 RELEASE", "client 0 DONE");
        see(1, codeOf("d"));
        assertThat(pairs).isEqualTo(Map.of(0, "d", 1, "d"));
    }

    @Test
    void whatAnEndedRunLeavesIsReleased() {
        arrive(desktop("d", "lab", "vdi-1"));
        want(vnc(0, "vdi-1"));
        want(vnc(1, "vdi-1"));
        see(0, codeOf("d"));
        broker.ended("run-1");
        time.settle();
        assertThat(ends).containsExactly("d 0 RELEASE");
        assertThat(shown).isEmpty();
    }

    @Test
    void aClientThatGivesUpIsAnsweredAndNobodyShowsACodeForIt() {
        arrive(desktop("d", "lab", "vdi-1"));
        want(vnc(0, "vdi-1"));
        assertThat(shown).hasSize(1);
        broker.pass(
                CLIENT,
                message(0, 9).setRelease(ReleaseDesktop.getDefaultInstance()).build());
        time.settle();
        assertThat(ends).containsExactly("client 0 DONE");
        assertThat(shown).isEmpty();
    }

    @Test
    void aSessionThatBeginsAfterItsClientHasGivenUpIsEndedByItsNames() {
        want(rdp(0, "ann", "rdsh-1"));
        broker.pass(
                CLIENT, message(0, 9).setLogOff(LogOffUser.getDefaultInstance()).build());
        arrive(desktop("late", "ann", "rdsh-1"));
        assertThat(shown).isEmpty();
        assertThat(ends).containsExactly("late 0 LOG_OFF");
        assertThat(pairs).as("asked to end it, and not paired").isEmpty();
        broker.pass(
                "late", message(0, 0).setDone(RequestDone.getDefaultInstance()).build());
        broker.pass(
                "late",
                message(0, 0)
                        .setChange(DelegatedSessionChange.getDefaultInstance())
                        .build());
        time.settle();
        assertThat(ends).as("nothing of it reaches the client agent").containsExactly("late 0 LOG_OFF");
    }

    @Test
    void aClientThatHasGivenUpDoesNotEndTheNextOnesSession() {
        want(rdp(0, "ann", "rdsh-1"));
        broker.pass(
                CLIENT, message(0, 9).setLogOff(LogOffUser.getDefaultInstance()).build());
        want(rdp(1, "ann", "rdsh-1"));
        arrive(desktop("d", "ann", "rdsh-1"));
        assertThat(ends).isEmpty();
        see(1, codeOf("d"));
        assertThat(pairs).isEqualTo(Map.of(1, "d"));
    }

    @Test
    void aDesktopAgentThatIsOnItsWayOutIsNotTheNextSessions() {
        arrive(desktop("d", "ann", "rdsh-1"));
        want(rdp(0, "ann", "rdsh-1"));
        see(0, codeOf("d"));
        broker.pass(
                CLIENT, message(0, 9).setLogOff(LogOffUser.getDefaultInstance()).build());
        broker.pass("d", message(0, 9).setDone(RequestDone.getDefaultInstance()).build());
        want(rdp(1, "ann", "rdsh-1"));
        assertThat(shown).isEmpty();
        broker.left("d");
        arrive(desktop("d", "ann", "rdsh-1").setInstance("2"));
        see(1, codeOf("d"));
        assertThat(pairs).isEqualTo(Map.of(0, "d", 1, "d"));
    }
}
