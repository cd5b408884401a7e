package io.deskmeter.controller.check;

import io.deskmeter.controller.accounts.AccountStore;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.RunProfile;
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
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Checks a run profile and every party to its run. Safe for any thread; blocks until the last check is done or given up. */
@Component
public final class PreCheck implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PreCheck.class);
    private static final Comparator<Finding> WORST_FIRST = Comparator.comparing(Finding::severity);

    private final WorkloadCatalog catalog;
    private final AccountStore accounts;
    private final LongSupplier nanoTime;
    private final List<Check> checks;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "check");
        thread.setDaemon(true);
        return thread;
    });

    PreCheck(
            WorkloadCatalog catalog,
            AccountStore accounts,
            Fleet fleet,
            Inquiries inquiries,
            LongSupplier nanoTime,
            InstantSource wall) {
        this.catalog = catalog;
        this.accounts = accounts;
        this.nanoTime = nanoTime;
        this.checks = List.of(
                new ValueCheck(),
                new LandmarkCheck(),
                new AgentCheck(fleet, Version.own()),
                new PartyCheck(fleet, inquiries, wall));
    }

    /**
     * Checks a document.
     *
     * @param fileName for messages, and the id of a profile that names none
     */
    public CheckReport check(String fileName, String yaml) {
        long begunAt = nanoTime.getAsLong();
        RunProfile profile;
        try {
            profile = RunProfiles.parseWithUnknownWorkloads(fileName, yaml, catalog);
        } catch (InvalidDocumentException e) {
            List<Finding> problems = e.problems().stream()
                    .map(problem -> SubjectReader.of("document", problem))
                    .toList();
            return new CheckReport("", false, false, problems, List.of(), millisSince(begunAt));
        }
        Subject subject = new SubjectReader(catalog, accounts).read(profile);
        List<Finding> findings = new ArrayList<>(subject.read());
        checks.stream()
                .map(check -> begin(check, subject))
                .toList()
                .forEach(running -> findings.addAll(running.join()));
        findings.sort(WORST_FIRST);
        boolean valid =
                subject.workloads().size() == profile.workloads().workloads().size();
        return new CheckReport(profile.id(), true, valid, findings, RunFigures.of(subject), millisSince(begunAt));
    }

    private CompletableFuture<List<Finding>> begin(Check check, Subject subject) {
        Duration within = check.within(subject);
        return CompletableFuture.supplyAsync(() -> check.findings(subject), threads)
                .orTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(failure -> List.of(failed(check, within, failure)));
    }

    private static Finding failed(Check check, Duration within, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        boolean late = cause instanceof TimeoutException;
        if (!late) {
            log.error("check {} failed", check.name(), cause);
        }
        return Finding.warning(
                "check",
                check.name(),
                late ? "not done within " + within.toSeconds() + " s" : "failed: " + cause,
                "an answer",
                late ? "check again" : "the controller's log has the details");
    }

    private long millisSince(long begunAt) {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - begunAt);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
