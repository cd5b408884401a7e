package io.deskmeter.agent.setup;

import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.client.identity.AppliedOptimisations;
import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.agent.setup.stage.StageResult;
import io.deskmeter.agent.setup.stage.StageResult.Grade;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.tls.EnrolmentRefusedException;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.tls.SetupReportClient;
import io.deskmeter.link.v1.SetupGrade;
import io.deskmeter.link.v1.SetupReport;
import io.deskmeter.link.v1.SetupStage;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tells the controller how far a setup is, after each stage. A setup neither waits for it nor fails by it: reports
 * leave on a thread of their own, each has all that there is to tell, and one that is overtaken by a newer one is not
 * sent.
 */
final class SetupReporter implements AutoCloseable {
    private static final long LAST_WITHIN_SECONDS = 10;

    private final LinkAddress controller;
    private final Optional<JoinToken> token;
    private final Path agentState;
    private final Path state;
    private final SetupReport.Builder report;
    private final Map<AgentSetupStage, SetupStage> stages = new LinkedHashMap<>();
    private final AtomicReference<@Nullable SetupReport> next = new AtomicReference<>();
    private volatile String failure = "";
    private final ExecutorService thread = AgentThreads.single("setup-report");

    /**
     * Tells of one setup.
     *
     * @param setupId of the machine
     * @param settings with a controller
     */
    SetupReporter(String setupId, Setup.Settings settings) {
        this.controller = settings.controller().orElseThrow();
        this.token = settings.token();
        this.agentState = settings.agentState();
        this.state = settings.state();
        this.report = SetupReport.newBuilder()
                .setSetupId(setupId)
                .setHost(settings.host())
                .setAttempt(UUID.randomUUID().toString())
                .setVersion(AgentVersion.text());
    }

    void begins(AgentSetupStage stage) {
        stages.put(stage, SetupStage.newBuilder().setStage(stage.word()).build());
        tell();
    }

    void ended(StageResult result) {
        stages.put(
                result.stage(),
                SetupStage.newBuilder()
                        .setStage(result.stage().word())
                        .setGrade(grade(result.grade()))
                        .setResult(result.word())
                        .setDetail(String.join("\n", result.details()))
                        .build());
        // The next stage begins at once, or the setup ends: one report for both.
    }

    private static SetupGrade grade(Grade grade) {
        return switch (grade) {
            case OK -> SetupGrade.SETUP_GRADE_OK;
            case WARNING -> SetupGrade.SETUP_GRADE_WARNING;
            case FAILED -> SetupGrade.SETUP_GRADE_FAILED;
        };
    }

    /**
     * The last report.
     *
     * @return why the controller does not know of it, for display; empty if it does
     */
    String finished(int exitCode) {
        report.setEnded(true).setExitCode(exitCode);
        tell();
        thread.shutdown();
        try {
            if (!thread.awaitTermination(LAST_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                return "no answer within " + LAST_WITHIN_SECONDS + " s";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
        return failure;
    }

    private void tell() {
        if (next.getAndSet(newest()) == null) {
            thread.execute(this::send);
        }
    }

    private SetupReport newest() {
        return report.clearStages()
                .addAllStages(stages.values())
                .setNumber(report.getNumber() + 1)
                .build();
    }

    /**
     * Asks the controller now whether it accepts a certificate, by a report that shows it. Blocks.
     *
     * @throws EnrolmentRefusedException if it does not, or takes no report
     * @throws IOException if it cannot be asked; the message is for display
     */
    void ask(MachineIdentity identity) throws IOException {
        SetupReport question =
                newest().toBuilder().setOptimisations(optimisations()).build();
        SetupReportClient.send(host(), controller.port(), identity.current(), question);
    }

    private String host() {
        return controller.host().replaceAll("^\\[|]$", "");
    }

    private void send() {
        SetupReport newest = next.getAndSet(null);
        if (newest == null) {
            return;
        }
        try {
            failure = send(newest.toBuilder().setOptimisations(optimisations()).build());
        } catch (IOException | RuntimeException e) {
            failure = FaultText.message(e);
        }
    }

    /** With the machine's certificate, or, until it has one of this controller, with the token. */
    private String send(SetupReport newest) throws IOException {
        String host = host();
        Optional<MachineIdentity> identity = MachineIdentity.isUsable(agentState)
                ? MachineIdentity.read(agentState).filter(this::isOfController)
                : Optional.empty();
        if (identity.isPresent() && isAccepted(host, identity.get(), newest)) {
            return "";
        }
        if (token.isPresent()) {
            SetupReportClient.send(host, controller.port(), token.get(), newest);
        } else {
            return "the machine has not joined, and no join token was given";
        }
        return "";
    }

    /** A certificate that was revoked is refused; who has a token nevertheless tells by that. */
    private boolean isAccepted(String host, MachineIdentity identity, SetupReport newest) throws IOException {
        try {
            SetupReportClient.send(host, controller.port(), identity.current(), newest);
            return true;
        } catch (EnrolmentRefusedException e) {
            if (token.isEmpty()) {
                throw e;
            }
            return false;
        }
    }

    private boolean isOfController(MachineIdentity identity) {
        return token.isEmpty()
                || Fingerprint.of(identity.current().authority())
                        .equals(token.get().authority());
    }

    private String optimisations() throws IOException {
        return AppliedOptimisations.in(state).map(AppliedOptimisations::words).orElse("");
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
