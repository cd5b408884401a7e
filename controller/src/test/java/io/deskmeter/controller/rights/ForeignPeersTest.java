package io.deskmeter.controller.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.evidence.EvidenceFileName;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.v1.ContentRequest;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.Evidence;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.LogOffUser;
import io.deskmeter.link.v1.OpenApp;
import io.deskmeter.link.v1.OperationInProgress;
import io.deskmeter.link.v1.OperationsInProgress;
import io.deskmeter.link.v1.PrepareDesktop;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.ResourceSample;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.link.v1.RunInApp;
import io.deskmeter.link.v1.Screenshot;
import io.deskmeter.link.v1.ScreenshotRequest;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reproducers: what a peer could do to others with the secret of desktop agents, which every user of a measured desktop
 * may read. Each of them had the effect that its test excludes.
 */
@Tag("slow")
class ForeignPeersTest {
    private static final String HOST = "rdsh-1";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private LinkFixture link;

    @BeforeEach
    void start() throws Exception {
        link = new LinkFixture(folder);
    }

    @AfterEach
    void stop() throws Exception {
        link.close();
    }

    private static DesktopLocation.Builder of(String user) {
        return DesktopLocation.newBuilder().setUser(user).setSession(":1").addHosts(HOST);
    }

    private LinkPeer impostor() {
        return link.desktop("impostor@host:1", of("mallory"));
    }

    @Test
    void noDesktopAgentIsAskedForByAnotherOne() {
        LinkPeer victim = link.desktop("victim@host:1", of("bob"));
        LinkPeer impostor = impostor();
        impostor.send(FromAgent.newBuilder()
                .setDesktopAgentRequest(DesktopAgentRequest.newBuilder()
                        .setRunId("any")
                        .setUser("bob")
                        .addHosts(HOST))
                .build());
        impostor.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(DesktopAgentMessage.newBuilder()
                        .setRunId("any")
                        .setCall(1)
                        .setRun(RunInApp.newBuilder().addCommand("id")))
                .build());
        impostor.settle();
        victim.settle();
        assertThat(victim.received(FromController.MessageCase.DESKTOP_AGENT_MESSAGE))
                .isEmpty();
    }

    /** Reproducer: each was remembered, whole, and 58 of them ended a controller of 512 MiB. */
    @Test
    void longNamesOfRunsThatThereAreNotAreRefusedByTheirSizeAndNotRemembered() {
        LinkPeer impostor = impostor();
        for (int length : List.of(1_000_000, 10_000)) {
            impostor.send(FromAgent.newBuilder()
                    .setResources(ResourceSample.newBuilder().setRunId("r".repeat(length)))
                    .build());
        }
        impostor.settle();
        assertThat(link.counted("resources", "too_large")).isEqualTo(1);
        assertThat(link.counted("resources", "foreign")).isEqualTo(1);
    }

    /** Reproducer: a load that is no number was stored, and no limit of a run was ever below it. */
    @Test
    void loadsThatCannotBeAreNotStored() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        assertThat(LinkFixture.session(client)).isNotNegative();
        ResourceSample real = ResourceSample.newBuilder()
                .setRunId(run)
                .setWallMicros(1)
                .setHostCpuPercent(100.2)
                .setHarnessCpuPercent(-0.01)
                .setHostMemoryTotalBytes(1 << 20)
                .build();
        for (ResourceSample impossible : List.of(
                real.toBuilder().setHostCpuPercent(Double.NaN).build(),
                real.toBuilder().setHarnessCpuPercent(Double.NEGATIVE_INFINITY).build(),
                real.toBuilder().setHostMemoryUsedBytes(-1).build(),
                real.toBuilder().setLongestPauseNanos(Long.MIN_VALUE).build())) {
            client.send(FromAgent.newBuilder().setResources(impossible).build());
        }
        client.settle();
        assertThat(link.texts("select host_cpu_percent from resource_sample")).isEmpty();

        client.send(FromAgent.newBuilder().setResources(real).build());
        client.settle();
        assertThat(link.texts("select host_cpu_percent from resource_sample")).hasSize(1);
    }

    /**
     * Reproducer: 26 sessions with texts of 8 MiB ended a controller of 1 GiB, and their run could not be shown any
     * more.
     */
    @Test
    void theTextsOfASessionAreKeptShort() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        for (int length : List.of(10_000, 1_000_000)) {
            client.send(FromAgent.newBuilder()
                    .setSessionChange(SessionChange.newBuilder()
                            .setRunId(run)
                            .setSession(session)
                            .setState(SessionState.SESSION_STATE_WORKING)
                            .setWallMicros(Long.MAX_VALUE)
                            .setDetail("d".repeat(length)))
                    .build());
        }
        client.send(FromAgent.newBuilder()
                .setWorking(OperationsInProgress.newBuilder()
                        .setRunId(run)
                        .addSessions(OperationInProgress.newBuilder()
                                .setSession(session)
                                .setSinceMicros(Long.MIN_VALUE)
                                .setOperation("o".repeat(100_000))))
                .build());
        client.settle();
        assertThat(link.texts("select length(detail) from session")).containsExactly("4000");
        assertThat(link.counted("session_change", "too_large")).isEqualTo(1);
        assertThat(link.get("/api/v1/runs/" + run)).hasSizeLessThan(20_000);
        assertThat(link.get("/actuator/health/readiness")).contains("\"faults\":{\"details\":{\"count\":0}");
    }

    @Test
    void noTimingOfAnotherSessionIsStored() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        LinkPeer impostor = impostor();
        impostor.send(LinkFixture.timings(1, LinkFixture.timing(run, session, 1)));
        impostor.settle();
        assertThat(link.texts("select sequence from timing")).isEmpty();
        client.send(LinkFixture.timings(1, LinkFixture.timing(run, session, 1)));
        client.settle();
        assertThat(link.texts("select sequence from timing")).containsExactly("1");
    }

    @Test
    void noPictureOfAnotherSessionIsOverwritten() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        String name = "s%03d-0001-office-writer-open-timeout-strip.png".formatted(session);
        client.send(picture(run, session, name, "true"));
        client.settle();
        LinkPeer impostor = impostor();
        impostor.send(picture(run, session, name, "false"));
        impostor.settle();
        Path file = folder.resolve("data").resolve("evidence").resolve(run).resolve(name);
        assertThat(Files.readString(file)).isEqualTo("true");
    }

    /** A picture tells what was seen at the time: not even its own agent changes it. */
    @Test
    void aStoredPictureStaysAsItIs() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        String name = "s%03d-0001-office-writer-open-timeout-strip.png".formatted(session);
        for (String content : List.of("true", "true", "false", "other")) {
            client.send(picture(run, session, name, content));
        }
        client.settle();
        assertThat(folder.resolve("data").resolve("evidence").resolve(run).resolve(name))
                .hasContent("true");
        assertThat(link.texts("select agent || ': ' || pictures from evidence_left_out"))
                .containsExactly("the controller: another picture of the same name: 2");
        assertThat(link.get("/api/v1/runs/" + run + "/report"))
                .contains("2 (the controller: another picture of the same name)");
    }

    /** What an agent could still be encoding at the end may come late; the pictures of an old run do not change. */
    @Test
    void thePicturesOfARunThatEndedLongAgoAreFrozen() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        String name = "s%03d-000%d-office-writer-open-timeout-strip.png";
        link.change("update run set ended_at = current_timestamp - interval '14' minute where id = '" + run + "'");
        client.send(picture(run, session, name.formatted(session, 1), "late"));
        client.settle();
        link.change("update run set ended_at = current_timestamp - interval '16' minute where id = '" + run + "'");
        client.send(picture(run, session, name.formatted(session, 2), "too late"));
        client.send(FromAgent.newBuilder()
                .setEvidence(Evidence.newBuilder().setRunId(run).setLeftOut(99))
                .build());
        client.settle();
        assertThat(link.texts("select name from evidence")).containsExactly(name.formatted(session, 1));
        assertThat(link.texts("select agent from evidence_left_out")).isEmpty();
    }

    private static FromAgent picture(String run, int session, String name, String content) {
        return FromAgent.newBuilder()
                .setEvidence(Evidence.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setSequence(1)
                        .setName(name)
                        .setContent(ByteString.copyFromUtf8(content)))
                .build();
    }

    @Test
    void noSessionOfAnotherIsReportedLost() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        LinkPeer impostor = impostor();
        impostor.send(FromAgent.newBuilder()
                .setSessionChange(SessionChange.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setState(SessionState.SESSION_STATE_LOST))
                .build());
        impostor.settle();
        assertThat(link.texts("select state from session")).containsExactly("ASKED");
    }

    /** What was damaged counts as a loss of the run that the sender names. */
    @Test
    void noRunOfOthersIsReportedDamaged() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        LinkFixture.session(client);
        LinkPeer impostor = impostor();
        impostor.send(FromAgent.newBuilder()
                .setTimings(TimingBatch.newBuilder()
                        .setBatch(1)
                        .setDamage("checksum")
                        .setDamagedRun(run)
                        .setDamagedTimings(5))
                .build());
        impostor.settle();
        client.settle();
        assertThat(link.texts("select message from stage_log where message like '%damaged%'"))
                .isEmpty();
        assertThat(link.get("/api/v1/runs/" + run)).contains("\"unusable\":0");
    }

    /**
     * Reproducer: the first twenty of a run were counted, and nothing of what was lost after them; with a number that
     * cannot be, the run was valid again.
     */
    @Test
    void everyLossIsCountedWhateverIsNotedOfIt() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        for (int i = 1; i <= 25; i++) {
            client.send(damaged(run, i, 1));
        }
        client.send(damaged(run, 26, 5_000));
        client.settle();
        awaitUnusable(run, 5025);
        client.send(damaged(run, 27, Integer.MAX_VALUE));
        client.send(damaged(run, 28, -5_000));
        client.settle();
        awaitUnusable(run, 5027);

        client.send(FromAgent.newBuilder()
                .setEvidence(Evidence.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setName(EvidenceFileName.beginning(session) + "/x".repeat(100_000)))
                .build());
        client.settle();
        assertThat(link.texts("select pictures from evidence_left_out")).containsExactly("1");
    }

    /** Reproducer: each was a line of the log, as long as its sender wanted. */
    @Test
    void damageOfRunsThatThereAreNotIsRefused() {
        LinkPeer impostor = impostor();
        for (int i = 1; i <= 100; i++) {
            impostor.send(damaged("made up " + i + "x".repeat(1_000), i, 1));
        }
        impostor.settle();
        assertThat(link.counted("timings", "foreign")).isEqualTo(100);
    }

    /** The run hears of it after the batch is acknowledged. */
    private void awaitUnusable(String run, int count) {
        await().atMost(LinkFixture.SOON)
                .untilAsserted(() -> assertThat(link.get("/api/v1/runs/" + run)).contains("\"unusable\":" + count));
    }

    private static FromAgent damaged(String run, int batch, int timings) {
        return FromAgent.newBuilder()
                .setTimings(TimingBatch.newBuilder()
                        .setBatch(batch)
                        .setDamage("checksum")
                        .setDamagedRun(run)
                        .setDamagedTimings(timings))
                .build();
    }

    /** Reproducer: they had 8 MB each, and were kept. */
    @Test
    void messagesBetweenAgentsAreNotLargerThanThoseOfAgents() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        DesktopAgentMessage.Builder message = DesktopAgentMessage.newBuilder()
                .setRunId(run)
                .setSession(session)
                .setCall(1);
        String text = "x".repeat(100_000);
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(message.setOpenApp(OpenApp.newBuilder().setWorkload(text)))
                .build());
        client.settle();
        assertThat(link.counted("desktop_agent_message", "too_large")).isEqualTo(1);
        // Reproducer: a workload may have such a command, and its session waited for a message that was refused again
        // and again.
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(message.setRun(RunInApp.newBuilder().addCommand(text)))
                .build());
        client.settle();
        assertThat(link.counted("desktop_agent_message", "too_large")).isEqualTo(1);
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(message.setPrepare(PrepareDesktop.newBuilder()
                        .setRun(PrepareRun.newBuilder().setRunProfileYaml(text))))
                .build());
        client.settle();
        assertThat(link.counted("desktop_agent_message", "too_large")).isEqualTo(1);
    }

    /** It reads the codes of desktop agents. */
    private static void asksForBob(LinkPeer client, String run, int session) {
        client.send(FromAgent.newBuilder()
                .setDesktopAgentRequest(DesktopAgentRequest.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setUser("bob")
                        .addHosts(HOST)
                        .setReadsPairingCode(true))
                .build());
    }

    /** The client agent reads codes on the display, so a name proves nothing. */
    @Test
    void whoSaysThatItShowsNoCodeIsNotPairedByItsName() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        asksForBob(client, run, session);
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(DesktopAgentMessage.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setCall(1)
                        .setPrepare(PrepareDesktop.getDefaultInstance()))
                .build());
        client.settle();
        LinkPeer impostor = link.desktop("impostor@host:1", of("bob").setShowsPairingCode(false));
        impostor.settle();
        assertThat(impostor.received(FromController.MessageCase.DESKTOP_AGENT_MESSAGE))
                .isEmpty();
    }

    /** Nor after the client agent has stopped waiting, and would end a session that begins late. */
    @Test
    void norIsItLaterAndGetsTheRunsWorkloads() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        asksForBob(client, run, session);
        DesktopAgentMessage.Builder to =
                DesktopAgentMessage.newBuilder().setRunId(run).setSession(session);
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(to.clone().setCall(1).setPrepare(PrepareDesktop.getDefaultInstance()))
                .build());
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(to.clone().setCall(2).setLogOff(LogOffUser.getDefaultInstance()))
                .build());
        client.settle();
        LinkPeer impostor = link.desktop("impostor@host:1", of("bob").setShowsPairingCode(false));
        FromController logOff = impostor.await1(FromController::hasDesktopAgentMessage);
        assertThat(logOff.getDesktopAgentMessage().hasLogOff()).isTrue();
        impostor.send(LinkFixture.timings(1, LinkFixture.timing(run, session, 1)));
        impostor.settle();
        assertThat(impostor.received(FromController.MessageCase.DESKTOP_AGENT_MESSAGE))
                .hasSize(1);
        assertThat(link.texts("select sequence from timing")).isEmpty();
    }

    /** A client agent of the same run, with the secret of client agents. */
    @Test
    void noOtherClientAgentOfTheRunDeliversForASession() throws Exception {
        LinkPeer one = link.client("client-1");
        LinkPeer other = link.client("client-2");
        String run = link.begin(2);
        int session = LinkFixture.session(one);
        LinkFixture.session(other);
        other.send(LinkFixture.timings(1, LinkFixture.timing(run, session, 1)));
        other.send(picture(run, session, "s%03d-0001-x-y-timeout-strip.png".formatted(session), "false"));
        other.send(FromAgent.newBuilder()
                .setSessionChange(SessionChange.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setState(SessionState.SESSION_STATE_LOST))
                .build());
        other.settle();
        assertThat(link.texts("select sequence from timing")).isEmpty();
        assertThat(link.texts("select name from evidence")).isEmpty();
        assertThat(link.texts("select distinct state from session")).containsExactly("ASKED");
    }

    /** With its own session, and the file name of another one. */
    @Test
    void noFileOfAnotherSessionIsReplacedUnderItsName() throws Exception {
        LinkPeer one = link.client("client-1");
        LinkPeer other = link.client("client-2");
        String run = link.begin(2);
        int session = LinkFixture.session(one);
        String name = "s%03d-0001-office-writer-open-timeout-strip.png".formatted(session);
        one.send(picture(run, session, name, "true"));
        one.settle();
        other.send(picture(run, LinkFixture.session(other), name, "false"));
        other.settle();
        Path file = folder.resolve("data").resolve("evidence").resolve(run).resolve(name);
        assertThat(Files.readString(file)).isEqualTo("true");
    }

    @Test
    void noWorkloadIsGivenToADesktopAgentWithoutASession() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        ContentRequest wanted = ContentRequest.newBuilder()
                .setWorkload("office/writer")
                .setChecksum(client.await1(FromController::hasPrepareRun)
                        .getPrepareRun()
                        .getWorkloadChecksumsOrThrow("office/writer"))
                .build();
        LinkPeer impostor = impostor();
        impostor.send(FromAgent.newBuilder().setContentRequest(wanted).build());
        assertThat(impostor.await1(FromController::hasContentPart).getContentPart())
                .satisfies(part -> assertThat(part.getRefusal()).contains("office/writer", "expected:"))
                .satisfies(part -> assertThat(part.getData()).isEmpty());
        LinkPeer inside = link.pair(client, run, session, "desktop-1@host:1");
        inside.send(FromAgent.newBuilder().setContentRequest(wanted).build());
        assertThat(inside.await1(FromController::hasContentPart).getContentPart())
                .satisfies(part -> assertThat(part.getRefusal()).isEmpty())
                .satisfies(part -> assertThat(part.getData()).isNotEmpty());
    }

    /** The picture of a session comes from the agent that was asked for it. */
    @Test
    void noOtherAgentAnswersARequestForAScreenshot() throws Exception {
        LinkPeer one = link.client("client-1");
        LinkPeer other = link.client("client-2");
        String run = link.begin(2);
        int session = LinkFixture.session(one);
        CompletableFuture<String> shown = link.getLater("/api/v1/runs/" + run + "/sessions/" + session + "/screenshot");
        ScreenshotRequest asked =
                one.await1(FromController::hasScreenshotRequest).getScreenshotRequest();
        Screenshot.Builder answer = Screenshot.newBuilder()
                .setRunId(asked.getRunId())
                .setSession(asked.getSession())
                .setCall(asked.getCall());
        other.send(FromAgent.newBuilder()
                .setScreenshot(answer.clone().setPng(ByteString.copyFromUtf8("false")))
                .build());
        other.settle();
        one.send(FromAgent.newBuilder()
                .setScreenshot(answer.clone().setPng(ByteString.copyFromUtf8("true")))
                .build());
        assertThat(shown.get(10, TimeUnit.SECONDS)).isEqualTo("true");
    }

    /** What a desktop agent has measured arrives after a restart of the controller, and only from it. */
    @Test
    void lateTimingsAreStoredForTheAgentsOfTheSessionOnly() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        LinkPeer inside = link.pair(client, run, session, "desktop-1@host:1");
        inside.settle();
        link.restart();
        impostorDelivers(run, session);
        assertThat(link.texts("select sequence from timing")).isEmpty();
        LinkPeer again = link.desktop("desktop-1@host:1", of("ann"));
        again.send(LinkFixture.timings(1, LinkFixture.timing(run, session, 1)));
        again.settle();
        LinkPeer clientAgain = link.client("client-1");
        clientAgain.send(LinkFixture.timings(1, LinkFixture.timing(run, session, 2)));
        clientAgain.settle();
        assertThat(link.texts("select sequence from timing order by sequence")).containsExactly("1", "2");
    }

    private void impostorDelivers(String run, int session) {
        LinkPeer impostor = impostor();
        impostor.send(LinkFixture.timings(1, LinkFixture.timing(run, session, 1)));
        impostor.settle();
        assertThat(impostor.ends())
                .as("acknowledged, so that it does not come again")
                .isEmpty();
    }

    /** One with the process that the client agent has: it must not end the client agent's link either. */
    @Test
    void aRefusedHelloEndsNoOtherLink() {
        LinkPeer client = link.client("client-1");
        LinkPeer impostor = link.peer(
                        TokenRole.DESKTOP,
                        LinkFixture.desktopHello("client-1", of("mallory")).setInstance("of client-1"))
                .answered();
        assertThat(impostor.welcomes()).isZero();
        client.settle();
        assertThat(client.ends()).isEmpty();
        assertThat(client.welcomes()).isEqualTo(1);
    }

    /** In the other direction, with the secret that admits both roles. */
    @Test
    void noIdChangesItsRole() {
        LinkPeer desktop = link.desktop("desktop-1@host:1", of("ann"));
        LinkPeer client =
                link.peer(TokenRole.AGENT, link.clientHello("desktop-1@host:1")).answered();
        assertThat(client.welcomes()).isZero();
        assertThat(client.ends()).first().asString().contains("is that of a desktop agent", "expected:");
        desktop.settle();
        assertThat(desktop.ends()).isEmpty();
        link.client("client-1");
        LinkPeer other = link.peer(TokenRole.AGENT, LinkFixture.desktopHello("client-1", of("ann")))
                .answered();
        assertThat(other.welcomes()).isZero();
    }

    @Test
    void noClientAgentsPlaceIsTakenWithTheSecretOfDesktopAgents() throws Exception {
        LinkPeer client = link.client("client-1");
        LinkPeer impostor = link.peer(TokenRole.DESKTOP, LinkFixture.desktopHello("client-1", of("mallory")))
                .answered();
        assertThat(impostor.welcomes()).isZero();
        assertThat(impostor.ends()).first().asString().contains("client-1", "expected:");
        String run = link.begin(1);
        assertThat(client.await1(FromController::hasPrepareRun).getPrepareRun().getRunId())
                .isEqualTo(run);
        LinkFixture.session(client);
        assertThat(client.ends()).isEmpty();
        assertThat(impostor.received(FromController.MessageCase.START_SESSION)).isEmpty();
    }

    /** Before the client agent itself has connected to it again. */
    @Test
    void norIsItAfterARestartOfTheController() throws Exception {
        link.client("client-1").settle();
        link.restart();
        LinkPeer impostor = link.peer(TokenRole.DESKTOP, LinkFixture.desktopHello("client-1", of("mallory")))
                .answered();
        assertThat(impostor.welcomes()).isZero();
        link.client("client-1");
        await().during(Duration.ofMillis(300)).until(() -> impostor.welcomes() == 0);
    }

    /** With the secret of client agents: it says that it cannot read codes, and names the user of another session. */
    @Test
    void noClientAgentIsPairedWithADesktopByTheNamesThatItAsksFor() throws Exception {
        LinkPeer thief = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(thief);
        LinkPeer victim = link.desktop("victim@host:1", of("bob").setShowsPairingCode(true));
        DesktopAgentMessage.Builder to =
                DesktopAgentMessage.newBuilder().setRunId(run).setSession(session);
        thief.send(FromAgent.newBuilder()
                .setDesktopAgentRequest(DesktopAgentRequest.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setUser("bob")
                        .addHosts(HOST))
                .build());
        thief.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(to.clone().setCall(1).setPrepare(PrepareDesktop.getDefaultInstance()))
                .build());
        thief.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(
                        to.clone().setCall(2).setRun(RunInApp.newBuilder().addCommand("id")))
                .build());
        thief.settle();
        victim.settle();
        assertThat(victim.received(FromController.MessageCase.DESKTOP_AGENT_MESSAGE))
                .isEmpty();
        assertThat(thief.await1(message -> message.getDesktopAgentMessage().hasFailed())
                        .getDesktopAgentMessage()
                        .getFailed()
                        .getReason())
                .contains("reads_pairing_code: false", "expected:");
    }

    /** In remote mode the client agent measures; a hostile desktop would send its timings before it. */
    @Test
    void noDesktopAgentDeliversWhatItsClientAgentMeasures() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1, "remote");
        int session = LinkFixture.session(client);
        LinkPeer inside = link.pair(client, run, session, "desktop-1@host:1");
        inside.send(LinkFixture.timings(1, LinkFixture.timing(run, session, 1)));
        inside.send(picture(run, session, "s%03d-0001-x-y-timeout-strip.png".formatted(session), "false"));
        inside.settle();
        assertThat(link.texts("select sequence from timing")).isEmpty();
        assertThat(link.texts("select name from evidence")).isEmpty();
    }

    /** Each of them costs a question to the store. */
    @Test
    void whoIsRefusedAgainAndAgainLosesItsLink() {
        LinkPeer impostor = impostor();
        for (int i = 0; i < 300; i++) {
            impostor.send(FromAgent.newBuilder()
                    .setResources(ResourceSample.newBuilder().setRunId("r-" + i))
                    .build());
        }
        await().atMost(LinkFixture.SOON).until(() -> !impostor.ends().isEmpty());
        assertThat(impostor.ends()).first().asString().contains("more than 200", "expected:");
    }

    /** As many questions with one message. */
    @Test
    void norDoesOneBatchOfManyForeignSessions() {
        LinkPeer impostor = impostor();
        impostor.send(LinkFixture.timings(
                1,
                IntStream.range(0, 300)
                        .mapToObj(i -> LinkFixture.timing("r-" + i, 0, 1))
                        .toArray(TimingRecord[]::new)));
        await().atMost(LinkFixture.SOON).until(() -> !impostor.ends().isEmpty());
        assertThat(impostor.ends()).first().asString().contains("more than 200", "expected:");
    }

    /** What was wrong a moment ago is not remembered longer than it is true. */
    @Test
    void whoClaimedASessionTooEarlyDeliversForItOncePaired() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        LinkPeer inside = link.desktop("desktop-1@host:1", of("ann").setTicket("the ticket"));
        inside.send(LinkFixture.timings(1, LinkFixture.timing(run, session, 1)));
        inside.settle();
        assertThat(link.texts("select sequence from timing")).isEmpty();
        client.send(FromAgent.newBuilder()
                .setDesktopAgentRequest(DesktopAgentRequest.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setTicket("the ticket"))
                .build());
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(DesktopAgentMessage.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setCall(1)
                        .setPrepare(PrepareDesktop.getDefaultInstance()))
                .build());
        inside.await1(message -> message.getDesktopAgentMessage().hasPrepare());
        inside.send(LinkFixture.timings(2, LinkFixture.timing(run, session, 2)));
        inside.settle();
        assertThat(link.texts("select sequence from timing")).containsExactly("2");
    }

    /** Reproducer: it was given the secret of client agents. */
    @Test
    void aDesktopAgentThatAClientAgentStartedNeedsItsTicketOnlyAndOnlyWhileItsRunLasts() throws Exception {
        LinkPeer client = link.client("client-1");
        String run = link.begin(1);
        int session = LinkFixture.session(client);
        LinkPeer early = link.withoutSecret(
                        LinkFixture.desktopHello("guess@host:1", of("ann").setTicket("guess")))
                .answered();
        assertThat(early.welcomes()).isZero();
        client.send(FromAgent.newBuilder()
                .setDesktopAgentRequest(DesktopAgentRequest.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setTicket("the ticket"))
                .build());
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(DesktopAgentMessage.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setCall(1)
                        .setPrepare(PrepareDesktop.getDefaultInstance()))
                .build());
        LinkPeer inside = link.withoutSecret(
                        LinkFixture.desktopHello("inside@host:1", of("ann").setTicket("the ticket")))
                .connected();
        inside.await1(message -> message.getDesktopAgentMessage().hasPrepare());
        assertThat(link.withoutSecret(link.clientHello("client-2")
                                .setLocation(of("ann").setTicket("the ticket")))
                        .answered()
                        .welcomes())
                .as("as a client agent")
                .isZero();
        assertThat(early.welcomes()).isZero();
        link.post("/api/v1/runs/" + run + "/abort");
        client.send(FromAgent.newBuilder()
                .setRunEnded(RunEnded.newBuilder().setRunId(run).setReason("aborted"))
                .build());
        await().atMost(LinkFixture.SOON)
                .untilAsserted(() -> assertThat(link.withoutSecret(LinkFixture.desktopHello(
                                        "late@host:1", of("ann").setTicket("the ticket")))
                                .answered()
                                .welcomes())
                        .isZero());
    }

    /** Reproducer: they stayed linked until the run ended. */
    @Test
    void desktopAgentsThatARevokedClientAgentHasStartedLoseTheirLinksAndStayRefused() throws Exception {
        KeyAndChain identity = link.join();
        LinkPeer client = link.machine(identity);
        LinkPeer other = link.client("client-1");
        String run = link.begin(2);
        LinkPeer inside = started(client, run, "the ticket");
        LinkPeer ofOther = started(other, run, "ticket of another");
        int endsBefore = ofOther.ends().size();

        link.post(
                "/api/v1/enrolments/agents/" + MachineIdentity.commonName(identity.certificate()) + "/revocation",
                "{\"reason\": \"stolen\"}");

        await().atMost(LinkFixture.SOON)
                .untilAsserted(() -> assertThat(inside.ends()).anyMatch(end -> end.contains("was revoked at ")));
        assertThat(link.withoutSecret(LinkFixture.desktopHello(
                                "again@host:1", of("ann").setTicket("the ticket")))
                        .answered()
                        .welcomes())
                .isZero();
        assertThat(ofOther.ends()).hasSize(endsBefore);
    }

    /** A desktop agent in the session of a client agent, which has started it with a ticket. */
    private LinkPeer started(LinkPeer client, String run, String ticket) {
        int session = LinkFixture.session(client);
        client.send(FromAgent.newBuilder()
                .setDesktopAgentRequest(DesktopAgentRequest.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setTicket(ticket))
                .build());
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(DesktopAgentMessage.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setCall(1)
                        .setPrepare(PrepareDesktop.getDefaultInstance()))
                .build());
        LinkPeer inside = link.withoutSecret(
                        LinkFixture.desktopHello(session + "@host:1", of("ann").setTicket(ticket)))
                .connected();
        inside.await1(message -> message.getDesktopAgentMessage().hasPrepare());
        return inside;
    }
}
