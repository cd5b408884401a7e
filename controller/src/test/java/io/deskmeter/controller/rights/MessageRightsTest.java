package io.deskmeter.controller.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.link.peer.MessageRules;
import io.deskmeter.link.peer.MessageRules.Scope;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.AppExit;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.link.v1.CloseApp;
import io.deskmeter.link.v1.ContentRequest;
import io.deskmeter.link.v1.DelegatedSessionChange;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentMessage.WhatCase;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.Enrol;
import io.deskmeter.link.v1.Evidence;
import io.deskmeter.link.v1.EvidenceStrip;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromAgent.MessageCase;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.LaunchApp;
import io.deskmeter.link.v1.LogOffUser;
import io.deskmeter.link.v1.OpenApp;
import io.deskmeter.link.v1.OperationInProgress;
import io.deskmeter.link.v1.OperationsInProgress;
import io.deskmeter.link.v1.PairingCodeSeen;
import io.deskmeter.link.v1.Pong;
import io.deskmeter.link.v1.PrepareDesktop;
import io.deskmeter.link.v1.ReleaseDesktop;
import io.deskmeter.link.v1.RenewCertificate;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.link.v1.RequestFailed;
import io.deskmeter.link.v1.ResourceSample;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.link.v1.RunInApp;
import io.deskmeter.link.v1.Screenshot;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.SetupReport;
import io.deskmeter.link.v1.StartWork;
import io.deskmeter.link.v1.StopWork;
import io.deskmeter.testsupport.docs.GeneratedSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Walks every message of agents, for each role, about own sessions and those of others, live and late, over the real
 * link into the real store. The kinds of messages come from the protocol; a new one without a row here, or in
 * {@link MessageRules}, does not compile.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessageRightsTest {
    private static final String LATE = "late";
    private static final String OTHERS = "others";
    private static final String WORKLOAD = "office/writer";

    /** The link itself ends for them, before any right is asked for: a port without TLS issues no certificates. */
    private static final Set<MessageCase> ENDING =
            EnumSet.of(MessageCase.HELLO, MessageCase.ENROL, MessageCase.SETUP_REPORT, MessageCase.RENEW_CERTIFICATE);

    @SuppressWarnings("NullAway.Init")
    private LinkFixture link;

    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final Map<AgentRole, LinkPeer> peers = new TreeMap<>();
    private String run = "";
    private String checksum = "";
    private int own;
    private int foreign;

    /** What a message is about. */
    private enum About {
        OWN(true, true),
        /** In the run of the sender, of another agent. */
        FOREIGN_SESSION(true, false),
        /** In the run of the sender, never started. */
        NO_SESSION(true, false),
        /** In a run that has ended, delivered now. */
        OWN_LATE(true, true),
        FOREIGN_LATE(true, false),
        FOREIGN_RUN(false, false),
        NO_RUN(false, false);

        private final boolean ownRun;
        private final boolean ownSession;

        About(boolean ownRun, boolean ownSession) {
            this.ownRun = ownRun;
            this.ownSession = ownSession;
        }
    }

    private enum Result {
        ACCEPTED,
        FOREIGN,
        UNKNOWN,
        LINK_ENDS
    }

    private record Named(String run, int session) {}

    private Named named(About about) {
        return switch (about) {
            case OWN -> new Named(run, own);
            case FOREIGN_SESSION -> new Named(run, foreign);
            case NO_SESSION -> new Named(run, 99);
            case OWN_LATE -> new Named(LATE, 0);
            case FOREIGN_LATE -> new Named(LATE, 1);
            case FOREIGN_RUN -> new Named(OTHERS, 0);
            case NO_RUN -> new Named("nobody's", 0);
        };
    }

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        link = new LinkFixture(folder);
        LinkPeer client = link.client("client-1");
        LinkPeer other = link.client("client-2");
        run = link.begin(2);
        own = LinkFixture.session(client);
        foreign = LinkFixture.session(other);
        checksum = client.await1(FromController::hasPrepareRun).getPrepareRun().getWorkloadChecksumsOrThrow(WORKLOAD);
        client.worksOn(run);
        other.worksOn(run);
        peers.put(AgentRole.AGENT_ROLE_CLIENT, client);
        peers.put(AgentRole.AGENT_ROLE_DESKTOP, link.pair(client, run, own, "desktop-1@host:1"));
        link.pair(other, run, foreign, "desktop-2@host:1");
        ended(LATE, "client-1", "desktop-1@host:1");
        session(LATE, 1, "client-2", "desktop-2@host:1");
        ended(OTHERS, "client-3", "desktop-3@host:1");
    }

    private void ended(String id, String client, String desktop) throws SQLException {
        link.execute("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
                values ('%s', 'p', 't', 'fixed', 1, '', 2, 'STOPPED', current_timestamp, '[]', '{}')""".formatted(id));
        link.execute("insert into run_agent (run_id, agent, host, version, facts) values ('%s', '%s', 'h', '1', '{}')"
                .formatted(id, client));
        session(id, 0, client, desktop);
    }

    private void session(String id, int session, String client, String desktop) throws SQLException {
        link.execute("""
                insert into session (run_id, session, agent, asked_at, state, iteration, logon_nanos, detail)
                values ('%s', %d, '%s', current_timestamp, 'ASKED', 0, 0, '')""".formatted(id, session, client));
        link.execute("insert into session_desktop (run_id, session, agent) values ('%s', %d, '%s')"
                .formatted(id, session, desktop));
    }

    @AfterAll
    void stop() throws SQLException {
        link.close();
    }

    @Test
    void everyMessageOfEveryRoleAboutOwnAndForeignSessions() throws Exception {
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        for (MessageCase kind : MessageCase.values()) {
            for (Map.Entry<AgentRole, LinkPeer> peer : peers.entrySet()) {
                for (About about : About.values()) {
                    if (!endsTheRun(kind, peer.getKey(), about)) {
                        tried++;
                        attempt(kind, peer.getKey(), about, wrong);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(tried).isEqualTo(MessageCase.values().length * 2 * About.values().length - 3);
        // The end of its own run is the last message of a client agent about it.
        LinkPeer client = Objects.requireNonNull(peers.get(AgentRole.AGENT_ROLE_CLIENT));
        client.send(message(MessageCase.RUN_ENDED, AgentRole.AGENT_ROLE_CLIENT, About.OWN));
        link.awaitTexts(
                "select count(*) from run where id = '" + run + "' and state in ('ENDING', 'REPORTING', 'INVALID')",
                "1");
    }

    /** Only as the last message: nothing else could be tried after it. */
    private static boolean endsTheRun(MessageCase kind, AgentRole role, About about) {
        return kind == MessageCase.RUN_ENDED
                && role == AgentRole.AGENT_ROLE_CLIENT
                && List.of(About.OWN, About.FOREIGN_SESSION, About.NO_SESSION).contains(about);
    }

    private void attempt(MessageCase kind, AgentRole role, About about, List<String> wrong) throws Exception {
        String words = role + " " + kind + " " + about;
        LinkPeer peer = Objects.requireNonNull(peers.get(role));
        Result expected = expected(kind, role, about);
        Map<String, Double> before = refused(kind);
        List<String> stored = stored();
        boolean ended = peer.endsLink(message(kind, role, about));
        Map<String, Double> wanted = new TreeMap<>(before);
        String reason = switch (expected) {
            case ACCEPTED -> "";
            case FOREIGN -> "foreign";
            case UNKNOWN -> "unknown";
            case LINK_ENDS -> ENDING.contains(kind) ? "" : "role";
        };
        if (!reason.isEmpty()) {
            wanted.merge(reason, 1.0, Double::sum);
        }
        if (ended != (expected == Result.LINK_ENDS)) {
            wrong.add(words + ": expected " + expected + ", link ended: " + ended);
        }
        // The broker counts on its own thread.
        if (!within(() -> refused(kind).equals(wanted))) {
            wrong.add(words + ": expected " + expected + ", refused before " + before + ", after " + refused(kind));
        }
        if (expected != Result.ACCEPTED && !stored().equals(stored)) {
            wrong.add(words + ": expected " + expected + ", but the store has changed from " + stored + " to "
                    + stored());
        }
        if (expected == Result.ACCEPTED && changesStore(kind, role, about) && !within(() -> !stored().equals(stored))) {
            wrong.add(words + ": accepted without effect");
        }
    }

    private static boolean within(Callable<Boolean> condition) {
        try {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(Duration.ofSeconds(5))
                    .until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private static Result expected(MessageCase kind, AgentRole role, About about) {
        if (ENDING.contains(kind)) {
            return Result.LINK_ENDS;
        }
        MessageRules.Rule rule = MessageRules.of(kind);
        if (!rule.roles().contains(role)) {
            return Result.LINK_ENDS;
        }
        if (kind == MessageCase.TIMINGS && about == About.NO_RUN) {
            // Kept apart, in bounded room for each role, until a store has that run (decision 0083): this one does not
            // change.
            return Result.ACCEPTED;
        }
        if (kind == MessageCase.DESKTOP_AGENT_REQUEST && about == About.OWN_LATE) {
            return Result.UNKNOWN;
        }
        return switch (rule.scope()) {
            case LINK, REQUEST -> Result.ACCEPTED;
            case RUN, RUN_IF_ANY -> about.ownRun ? Result.ACCEPTED : Result.FOREIGN;
            case SESSION, MEASURED_SESSION -> about.ownSession ? Result.ACCEPTED : Result.FOREIGN;
            case WORKLOAD -> about == About.OWN ? Result.ACCEPTED : Result.FOREIGN;
            case PAIR ->
                switch (about) {
                    case OWN -> Result.ACCEPTED;
                    case FOREIGN_SESSION -> Result.FOREIGN;
                    default -> Result.UNKNOWN;
                };
        };
    }

    /** So that an accepted message is not one that nothing came of. */
    private static boolean changesStore(MessageCase kind, AgentRole role, About about) {
        return switch (kind) {
            case TIMINGS, EVIDENCE -> about == About.OWN || about == About.OWN_LATE;
            case SESSION_CHANGE -> about == About.OWN || about == About.OWN_LATE;
            // Of runs that go on only, and of a machine once for both of its agents.
            case RESOURCES -> about == About.OWN && role == AgentRole.AGENT_ROLE_CLIENT;
            default -> false;
        };
    }

    private FromAgent message(MessageCase kind, AgentRole role, About about) {
        Named named = named(about);
        FromAgent.Builder message = FromAgent.newBuilder();
        switch (kind) {
            case HELLO -> message.setHello(Hello.newBuilder().setProtocol(1).setAgentId("client-2"));
            case ENROL -> message.setEnrol(Enrol.newBuilder().setProtocol(1));
            case SETUP_REPORT -> message.setSetupReport(SetupReport.newBuilder().setProtocol(1));
            case RENEW_CERTIFICATE -> message.setRenewCertificate(RenewCertificate.getDefaultInstance());
            case PONG -> message.setPong(Pong.getDefaultInstance());
            case SESSION_CHANGE -> message.setSessionChange(change(named));
            case TIMINGS -> {
                // Of both roles, so that neither is a repetition of the other's.
                return LinkFixture.timings(0, LinkFixture.timing(named.run, named.session, role.getNumber()));
            }
            case RESOURCES -> message.setResources(ResourceSample.newBuilder().setRunId(named.run));
            case EVIDENCE -> message.setEvidence(picture(named, role));
            case RUN_ENDED -> message.setRunEnded(RunEnded.newBuilder().setRunId(named.run));
            case DESKTOP_AGENT_REQUEST ->
                message.setDesktopAgentRequest(DesktopAgentRequest.newBuilder()
                        .setRunId(named.run)
                        .setSession(named.session)
                        .setTicket("ticket of desktop-1@host:1"));
            case DESKTOP_AGENT_MESSAGE ->
                message.setDesktopAgentMessage(
                        relayed(role == AgentRole.AGENT_ROLE_CLIENT ? WhatCase.OPEN_APP : WhatCase.CHANGE, named));
            case CONTENT_REQUEST ->
                message.setContentRequest(ContentRequest.newBuilder()
                        .setWorkload(WORKLOAD)
                        .setChecksum(about == About.OWN ? checksum : "of " + about));
            case CHECK_RESULT -> message.setCheckResult(CheckResult.newBuilder().setCheckId("never asked"));
            case WORKING ->
                message.setWorking(OperationsInProgress.newBuilder()
                        .setRunId(named.run)
                        .addSessions(OperationInProgress.newBuilder().setSession(named.session)));
            case SCREENSHOT ->
                message.setScreenshot(
                        Screenshot.newBuilder().setRunId(named.run).setSession(named.session));
            case PAIRING_CODE_SEEN ->
                message.setPairingCodeSeen(PairingCodeSeen.newBuilder()
                        .setRunId(named.run)
                        .setSession(named.session)
                        .setCode("0123456789abcdef"));
            case MESSAGE_NOT_SET -> {
                // A message of a later version.
            }
        }
        return message.build();
    }

    private static SessionChange change(Named named) {
        return SessionChange.newBuilder()
                .setRunId(named.run)
                .setSession(named.session)
                .setState(SessionState.SESSION_STATE_STARTING)
                .build();
    }

    private static Evidence picture(Named named, AgentRole role) {
        return Evidence.newBuilder()
                .setRunId(named.run)
                .setSession(named.session)
                .setSequence(1)
                .setName("s%03d-0001-%s.png".formatted(named.session, role))
                .setContent(ByteString.copyFromUtf8("a picture"))
                .build();
    }

    private static DesktopAgentMessage relayed(WhatCase what, Named named) {
        DesktopAgentMessage.Builder message =
                DesktopAgentMessage.newBuilder().setRunId(named.run).setSession(named.session);
        switch (what) {
            case PREPARE -> message.setPrepare(PrepareDesktop.getDefaultInstance());
            case OPEN_APP -> message.setOpenApp(OpenApp.getDefaultInstance());
            case LAUNCH -> message.setLaunch(LaunchApp.getDefaultInstance());
            case RUN -> message.setRun(RunInApp.getDefaultInstance());
            case CLOSE_APP -> message.setCloseApp(CloseApp.getDefaultInstance());
            case WORK -> message.setWork(StartWork.getDefaultInstance());
            case STOP -> message.setStop(StopWork.getDefaultInstance());
            case LOG_OFF -> message.setLogOff(LogOffUser.getDefaultInstance());
            case DONE -> message.setDone(RequestDone.getDefaultInstance());
            case FAILED -> message.setFailed(RequestFailed.getDefaultInstance());
            case APP_EXITED -> message.setAppExited(AppExit.getDefaultInstance());
            case CHANGE -> message.setChange(DelegatedSessionChange.newBuilder().setChange(change(named)));
            case RELEASE -> message.setRelease(ReleaseDesktop.getDefaultInstance());
            case WHAT_NOT_SET -> message.setRepeat(true);
        }
        return message.build();
    }

    /**
     * Neither agent of a pair speaks for the other one: of sessions that nobody has, so that nothing but the role
     * decides.
     */
    @Test
    void everyMessageBetweenAgentsHasItsDirection() throws Exception {
        for (WhatCase what : WhatCase.values()) {
            for (Map.Entry<AgentRole, LinkPeer> peer : peers.entrySet()) {
                boolean ended = peer.getValue()
                        .endsLink(FromAgent.newBuilder()
                                .setDesktopAgentMessage(relayed(what, named(About.NO_RUN)))
                                .build());
                assertThat(ended)
                        .as(peer.getKey() + " " + what)
                        .isEqualTo(!MessageRules.sendersOf(what).contains(peer.getKey()));
            }
        }
    }

    /** An own message that contains one about the session of another agent. */
    @Test
    void whatIsInsideAMessageIsItsOwnToo() throws Exception {
        Named mine = named(About.OWN);
        Named others = named(About.FOREIGN_SESSION);
        List<String> stored = stored();
        double before = refused(MessageCase.EVIDENCE).getOrDefault("foreign", 0.0);
        LinkPeer client = Objects.requireNonNull(peers.get(AgentRole.AGENT_ROLE_CLIENT));
        client.send(FromAgent.newBuilder()
                .setEvidence(picture(mine, AgentRole.AGENT_ROLE_CLIENT).toBuilder()
                        .setName("s%03d-0002-strip.png".formatted(mine.session))
                        .setStrip(EvidenceStrip.newBuilder()
                                .setTiming(LinkFixture.timing(others.run, others.session, 1))))
                .build());
        client.settle();
        assertThat(refused(MessageCase.EVIDENCE).get("foreign")).isEqualTo(before + 1);
        double relayed = refused(MessageCase.DESKTOP_AGENT_MESSAGE).getOrDefault("foreign", 0.0);
        LinkPeer desktop = Objects.requireNonNull(peers.get(AgentRole.AGENT_ROLE_DESKTOP));
        desktop.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(relayed(WhatCase.CHANGE, mine).toBuilder()
                        .setChange(DelegatedSessionChange.newBuilder().setChange(change(others))))
                .build());
        desktop.settle();
        assertThat(refused(MessageCase.DESKTOP_AGENT_MESSAGE).get("foreign")).isEqualTo(relayed + 1);
        assertThat(stored()).isEqualTo(stored);
    }

    /** The figures of the message's kind, by reason. */
    private Map<String, Double> refused(MessageCase kind) throws Exception {
        Map<String, Double> figures = new TreeMap<>();
        Matcher line = Pattern.compile(
                        "(?m)^deskmeter_link_refused_total\\{message=\"(\\w+)\",reason=\"(\\w+)\"} (\\S+)$")
                .matcher(link.get("/actuator/prometheus"));
        while (line.find()) {
            if (line.group(1).equals(kind.name().toLowerCase(Locale.ROOT))
                    && !line.group(2).equals("identity")) {
                figures.put(line.group(2), Double.parseDouble(line.group(3)));
            }
        }
        return figures;
    }

    /** All that agents' messages change in the store. */
    private List<String> stored() throws SQLException, IOException {
        List<String> rows = new ArrayList<>();
        rows.addAll(link.texts("select run_id || ' ' || session || ' ' || sequence from timing order by 1"));
        rows.addAll(
                link.texts("select run_id || ' ' || session || ' ' || agent || ' ' || state from session order by 1"));
        rows.addAll(link.texts("select run_id || ' ' || name || ' ' || session from evidence order by 1"));
        rows.addAll(link.texts("select run_id || ' ' || agent || ' ' || pictures from evidence_left_out order by 1"));
        rows.addAll(link.texts("select run_id || ' ' || agent || ' ' || wall_micros from resource_sample order by 1"));
        rows.addAll(link.texts("select run_id || ' ' || session || ' ' || agent from session_desktop order by 1"));
        rows.addAll(link.texts("select id || ' ' || coalesce(cast(ended_at as varchar), '') from run order by 1"));
        Path evidence = folder.resolve("data").resolve("evidence");
        if (Files.exists(evidence)) {
            try (Stream<Path> files = Files.walk(evidence)) {
                rows.addAll(files.filter(Files::isRegularFile)
                        .map(Path::toString)
                        .sorted()
                        .toList());
            }
        }
        return rows;
    }

    /** Run with {@code -Dupdate.docs=true} to update the sections. */
    @Test
    void thePageShowsTheTable() throws IOException {
        Path page = Path.of("..", "docs", "reference", "link-messages.md");
        GeneratedSection.check(
                page,
                "from agents",
                table(
                        "| message | client agent | desktop agent | must be the sender's own |",
                        Arrays.stream(MessageCase.values())
                                .filter(kind -> kind != MessageCase.MESSAGE_NOT_SET)
                                .map(kind -> "| `" + field(kind) + "` | "
                                        + roles(MessageRules.of(kind).roles()) + " | "
                                        + MessageRules.of(kind).scope().words() + " |")));
        GeneratedSection.check(
                page,
                "to agents",
                table(
                        "| message | client agent | desktop agent |",
                        Arrays.stream(FromController.MessageCase.values())
                                .filter(kind -> kind != FromController.MessageCase.MESSAGE_NOT_SET)
                                .map(kind ->
                                        "| `" + field(kind) + "` | " + roles(MessageRules.recipientsOf(kind)) + " |")));
        GeneratedSection.check(
                page,
                "between agents",
                table(
                        "| message | client agent | desktop agent |",
                        Arrays.stream(WhatCase.values())
                                .filter(what -> what != WhatCase.WHAT_NOT_SET)
                                .map(what ->
                                        "| `" + field(what) + "` | " + roles(MessageRules.sendersOf(what)) + " |")));
    }

    private static String table(String head, Stream<String> rows) {
        String rule = head.replaceAll("[^|]+", " --- ").strip();
        StringBuilder table = new StringBuilder(head + "\n" + rule + "\n");
        rows.forEach(row -> table.append(row).append('\n'));
        return table.toString();
    }

    private static String field(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String roles(Set<AgentRole> roles) {
        return (roles.contains(AgentRole.AGENT_ROLE_CLIENT) ? "yes" : "no") + " | "
                + (roles.contains(AgentRole.AGENT_ROLE_DESKTOP) ? "yes" : "no");
    }

    /** Scopes are words of the page, so there is one for each. */
    @Test
    void everyScopeIsUsed() {
        assertThat(Arrays.stream(MessageCase.values())
                        .map(kind -> MessageRules.of(kind).scope()))
                .contains(Scope.values());
    }
}
