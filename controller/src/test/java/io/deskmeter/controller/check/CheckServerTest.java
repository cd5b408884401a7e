package io.deskmeter.controller.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.link.v1.CheckSeverity;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks without a controller, with an agent over the real link. */
@Tag("slow")
class CheckServerTest {
    private static final String VNC = SampleRoot.PROFILE.replace(
            "target: { local: {} }", "target: { vnc: { hosts: [\"desk:5901\", \"desk:5902\"] } }");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path workloads;

    @SuppressWarnings("NullAway.Init")
    private CheckServer server;

    @BeforeEach
    void start() throws Exception {
        workloads = SampleRoot.create(folder.resolve("workloads"));
        server = CheckServer.start(
                Files.createDirectory(folder.resolve("data")),
                new SecretsKey(SecretsKey.random()),
                WorkloadCatalog.open(workloads));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private CheckReport check(String yaml) {
        return server.check("sample.yaml", yaml, finding -> {}, server.firstAgent());
    }

    @Test
    void anAgentOfTheCheckIsAskedAndTheProfileCanRun() throws Exception {
        try (AnsweringAgent agent = new AnsweringAgent(server, workloads)) {
            CheckReport report = check(SampleRoot.PROFILE);
            assertThat(agent.asked).hasValue(1);
            assertThat(report.readable() && report.valid() && report.passed())
                    .as("%s", report)
                    .isTrue();
            assertThat(report.findings()).extracting(PreflightFinding::what).doesNotContain("agents", "agent answer");
        }
    }

    /** A user gets to know of a mistake in the profile at once, however long an agent takes to start. */
    @Test
    void whatNeedsNoAgentIsToldBeforeOneIsThere() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> planned = new CompletableFuture<>();
        CompletableFuture<Void> threshold = new CompletableFuture<>();
        CheckListener listener = new CheckListener() {
            @Override
            public void planned(List<CheckReport.Figure> figures) {
                planned.complete(null);
            }

            @Override
            public void found(PreflightFinding finding) {
                told.add(finding.what());
                if (finding.what().equals("threshold")) {
                    threshold.complete(null);
                }
            }
        };
        String yaml = SampleRoot.PROFILE + "thresholds: { A: 1ms, B: 6s }\n";
        CompletableFuture<CheckReport> whole =
                CompletableFuture.supplyAsync(() -> server.check("sample.yaml", yaml, listener, server.firstAgent()));
        planned.get(10, TimeUnit.SECONDS);
        threshold.get(10, TimeUnit.SECONDS);
        assertThat(whole).isNotDone();
        assertThat(told).doesNotContain("agents");
        try (AnsweringAgent agent = new AnsweringAgent(server, workloads)) {
            CheckReport report = whole.get(20, TimeUnit.SECONDS);
            assertThat(agent.asked).hasValue(1);
            assertThat(report.findings()).extracting(PreflightFinding::what).containsExactlyInAnyOrderElementsOf(told);
            assertThat(told).doesNotContain("agents");
        }
    }

    @Test
    void withoutAnAgentTheCheckSaysThatThereIsNone() {
        CheckReport report =
                server.check("sample.yaml", SampleRoot.PROFILE, finding -> {}, CompletableFuture.completedFuture(null));
        assertThat(report.passed()).isFalse();
        assertThat(report.findings()).extracting(PreflightFinding::what).contains("agents");
    }

    @Test
    void aDocumentThatCannotBeReadNeedsNoAgent() {
        CheckReport report = server.check("sample.yaml", "target: 7\n", finding -> {}, new CompletableFuture<Void>());
        assertThat(report.readable()).isFalse();
        assertThat(report.findings())
                .isNotEmpty()
                .allMatch(finding -> finding.what().equals("document"));
    }

    /** Agents of two checks at a time would show and type into one text field on a desktop. */
    @Test
    void twoChecksAreDoneOneAfterTheOther() throws Exception {
        try (AnsweringAgent agent = new AnsweringAgent(server, workloads)) {
            server.firstAgent().get(10, TimeUnit.SECONDS);
            CompletableFuture<CheckReport> one = CompletableFuture.supplyAsync(() -> check(SampleRoot.PROFILE));
            CompletableFuture<CheckReport> other = CompletableFuture.supplyAsync(() -> check(SampleRoot.PROFILE));
            assertThat(one.get(20, TimeUnit.SECONDS).passed()).isTrue();
            assertThat(other.get(20, TimeUnit.SECONDS).passed()).isTrue();
            assertThat(agent.asked).hasValue(2);
            assertThat(agent.mostOpen).hasValue(1);
        }
    }

    @Test
    void aTargetWithDesktopAgentsOfWhichNoneIsConnectedCannotRun() throws Exception {
        try (AnsweringAgent agent = new AnsweringAgent(server, workloads)) {
            CheckReport report = check(VNC);
            assertThat(agent.asked).hasValue(1);
            assertThat(report.passed()).isFalse();
            assertThat(report.findings())
                    .filteredOn(finding -> finding.severity() == Severity.ERROR)
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.what()).isEqualTo("desktop agent");
                        assertThat(finding.value()).isEqualTo("no idle desktop agent is connected");
                        assertThat(finding.remedy()).contains("./deskmeter agent desktop", "`desktopAgent: none`");
                    });
        }
    }

    private CheckReport checkedWith(CheckFinding... findings) throws Exception {
        try (AnsweringAgent client = new AnsweringAgent(server, workloads, AgentRole.AGENT_ROLE_CLIENT, findings);
                AnsweringAgent desktop = new AnsweringAgent(server, workloads, AgentRole.AGENT_ROLE_DESKTOP)) {
            CompletableFuture.allOf(client.connected, desktop.connected).get(10, TimeUnit.SECONDS);
            CheckReport report = check(VNC);
            assertThat(client.asked).hasValue(1);
            assertThat(desktop.asked).hasValue(1);
            return report;
        }
    }

    @Test
    void aTargetWithoutALayoutOnWhichAllTextsArriveCanRun() throws Exception {
        CheckReport report = checkedWith();
        assertThat(report.passed()).as("%s", report).isTrue();
    }

    /** Another layout would type other characters. */
    @Test
    void aTargetWithoutALayoutOnWhichTextsCouldNotBeTriedCannotRun() throws Exception {
        CheckReport report = checkedWith(CheckFinding.newBuilder()
                .setSeverity(CheckSeverity.CHECK_SEVERITY_WARNING)
                .setWhat("target keyboard")
                .setWhere("desk:5901")
                .setValue("whether the texts arrive is not known: no text field of Deskmeter is on the display")
                .build());
        assertThat(report.findings())
                .filteredOn(finding -> finding.severity() == Severity.ERROR)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.what()).isEqualTo("target keyboard");
                    assertThat(finding.value())
                            .startsWith("target.vnc.keyboard: not set")
                            .contains(
                                    "desk:5901, desk:5902",
                                    " (expected: ",
                                    "`keyboard: { layout: us, proof: manual }`");
                });
    }

    /**
     * A client agent that finds nothing, half a second after it was asked; or an agent of another role, with findings.
     */
    private static final class AnsweringAgent implements ControllerHandler, AutoCloseable {
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger open = new AtomicInteger();
        private final AtomicInteger mostOpen = new AtomicInteger();
        private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
        private final CompletableFuture<Void> connected = new CompletableFuture<>();
        private final List<CheckFinding> findings;
        private final LinkClient link;

        private AnsweringAgent(CheckServer server, Path workloads) {
            this(server, workloads, AgentRole.AGENT_ROLE_CLIENT);
        }

        private AnsweringAgent(CheckServer server, Path workloads, AgentRole role, CheckFinding... findings) {
            this.findings = List.of(findings);
            boolean isDesktop = role == AgentRole.AGENT_ROLE_DESKTOP;
            String address = server.linkAddress();
            int colon = address.lastIndexOf(':');
            LinkClientSettings settings = LinkClientSettings.to(
                            address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))
                    .withToken(TokenSource.of(server.tokenFile(isDesktop ? TokenRole.DESKTOP : TokenRole.AGENT)));
            Hello hello = Hello.newBuilder()
                    .setProtocol(1)
                    .setAgentId(isDesktop ? "desktop-1" : "agent-1")
                    .setRole(role)
                    .setInstance("instance-1")
                    .setHost("test-host")
                    .setVersion(Version.own())
                    .setChecks(true)
                    .putAllWorkloadChecksums(WorkloadCatalog.open(workloads).checksums())
                    .build();
            link = new LinkClient(settings, () -> hello, this, timers);
            link.start();
        }

        @Override
        public void connected(Welcome welcome) {
            connected.complete(null);
        }

        @Override
        public void received(FromController message) {
            if (!message.hasCheck()) {
                return;
            }
            asked.incrementAndGet();
            int now = open.incrementAndGet();
            mostOpen.accumulateAndGet(now, Math::max);
            var unused = timers.schedule(() -> answer(message.getCheck()), 500, TimeUnit.MILLISECONDS);
        }

        private void answer(io.deskmeter.link.v1.Check check) {
            open.decrementAndGet();
            link.send(FromAgent.newBuilder()
                    .setCheckResult(CheckResult.newBuilder()
                            .setCheckId(check.getCheckId())
                            .addAllFindings(findings)
                            .setSlotsChecked(check.getSlotsCount())
                            .setDiskFreeBytes(1L << 40)
                            .setMemoryFreeBytes(1L << 35)
                            .setWallMicros(System.currentTimeMillis() * 1000))
                    .build());
        }

        @Override
        public void disconnected(String reason) {}

        @Override
        public void refused(String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void close() {
            link.close();
            timers.shutdownNow();
        }
    }
}
