package io.deskmeter.controller.check;

import io.deskmeter.controller.accounts.AccountStore;
import io.deskmeter.controller.check.CheckReport.Figure;
import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Checks a run profile and everything that takes part in its run. Thread-safe; blocks until the last check has finished
 * or timed out.
 */
@Component
public final class PreflightCheck implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PreflightCheck.class);

    private static final CompletableFuture<?> NOW = CompletableFuture.completedFuture(null);

    private final WorkloadCatalog catalog;
    private final AccountStore accounts;
    private final LongSupplier nanoTime;
    private final List<Check> checks;
    private final ProvedTexts provedTexts;

    /**
     * One check at a time: agents show and type into one text field on a desktop. In the order in which they were asked
     * for.
     */
    private final Semaphore turn = new Semaphore(1, true);

    private final ExecutorService threads;

    PreflightCheck(
            WorkloadCatalog catalog,
            AccountStore accounts,
            Fleet fleet,
            AgentCheckRequests checkRequests,
            ProvedTexts provedTexts,
            LongSupplier nanoTime,
            InstantSource wall,
            InternalFaults faults) {
        this.threads = ControllerThreads.unbounded("check", faults);
        this.catalog = catalog;
        this.accounts = accounts;
        this.nanoTime = nanoTime;
        this.provedTexts = provedTexts;
        this.checks = List.of(
                new ValueCheck(),
                new KeyboardCheck(),
                new LandmarkCheck(),
                new AgentlessCheck(),
                new SoundTargetCheck(),
                new AgentCheck(fleet, Version.own()),
                new RemoteCheck(fleet, checkRequests, wall, provedTexts));
    }

    /**
     * Checks a document.
     *
     * @param fileName for messages, and the id of a profile that names none
     */
    public CheckReport check(String fileName, String yaml) {
        return check(fileName, yaml, finding -> {});
    }

    /** The same, and reports findings as they are found. */
    public CheckReport check(String fileName, String yaml, CheckListener listener) {
        return check(fileName, yaml, listener, NOW);
    }

    /**
     * The same while agents start: what needs none is checked and reported meanwhile.
     *
     * @param agentsThere completed, in any way, when the agents are connected or need not be waited for any longer
     */
    public CheckReport check(String fileName, String yaml, CheckListener listener, CompletableFuture<?> agentsThere) {
        long begunAt = nanoTime.getAsLong();
        RunProfile profile;
        try {
            profile = RunProfiles.parseWithUnknownWorkloads(fileName, yaml, catalog);
        } catch (InvalidDocumentException e) {
            List<PreflightFinding> problems = e.problems().stream()
                    .map(problem -> CheckInputReader.of("document", problem))
                    .toList();
            problems.forEach(listener::found);
            return new CheckReport("", false, false, problems, List.of(), millisSince(begunAt));
        }
        CheckInput checkInput = new CheckInputReader(catalog, accounts).read(profile);
        List<Figure> figures = RunEstimate.of(checkInput);
        listener.planned(figures);
        Findings findings = new Findings(listener);
        checkInput.read().forEach(findings);
        turn.acquireUninterruptibly();
        try {
            checks.stream()
                    .map(check -> (check.needsAgents() ? agentsThere : NOW)
                            .handle((there, failure) -> null)
                            .thenCompose(there -> begin(check, checkInput, findings)))
                    .toList()
                    .forEach(CompletableFuture::join);
            if (findings.passed()) {
                // Of the texts there are warnings only, if at all; with them the run is refused.
                provedTexts
                        .lacking(checkInput)
                        .ifPresent(lacking ->
                                findings.accept(PreflightFinding.error(KeyboardCheck.WHAT, "target", lacking, "", "")));
            }
        } finally {
            turn.release();
        }
        boolean valid =
                checkInput.workloads().size() == profile.workloads().workloads().size();
        return new CheckReport(profile.id(), true, valid, findings.worstFirst(), figures, millisSince(begunAt));
    }

    private CompletableFuture<Void> begin(Check check, CheckInput checkInput, Findings findings) {
        Duration within = check.within(checkInput);
        return CompletableFuture.runAsync(() -> check.find(checkInput, findings), threads)
                .orTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(failure -> {
                    findings.accept(failed(check, within, failure));
                    return null;
                });
    }

    private static PreflightFinding failed(Check check, Duration within, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        boolean late = cause instanceof TimeoutException;
        if (!late) {
            LOG.error("check {} failed", check.name(), cause);
        }
        return PreflightFinding.warning(
                "check",
                check.name(),
                late ? "not done within " + within.toSeconds() + " s" : "failed: " + cause,
                "an answer",
                late ? "check again" : "see the controller's log");
    }

    /** Collects findings from several threads; findings after the report was created are dropped. */
    private static final class Findings implements Consumer<PreflightFinding> {
        private static final Comparator<PreflightFinding> WORST_FIRST =
                Comparator.comparing(PreflightFinding::severity);

        private final List<PreflightFinding> all = new ArrayList<>();
        private final CheckListener listener;
        private boolean closed;

        private Findings(CheckListener listener) {
            this.listener = listener;
        }

        @Override
        public synchronized void accept(PreflightFinding finding) {
            if (!closed) {
                all.add(finding);
                listener.found(finding);
            }
        }

        private synchronized boolean passed() {
            return all.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
        }

        private synchronized List<PreflightFinding> worstFirst() {
            closed = true;
            all.sort(WORST_FIRST);
            return List.copyOf(all);
        }
    }

    private long millisSince(long begunAt) {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - begunAt);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
