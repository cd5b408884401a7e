package io.deskmeter.controller.web.run;

import io.deskmeter.controller.accounts.AccountStore;
import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.check.ProvedTexts;
import io.deskmeter.controller.check.Version;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.plan.Credentials;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.plan.SlotAvailability;
import io.deskmeter.controller.store.engine.StoreWatch;
import io.deskmeter.controller.store.lease.ControllerLease;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.controller.web.http.UnavailableException;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.stereotype.Component;

/** From a document to a run that is on its way. */
@Component
public final class RunStarter {
    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("'r-'uuuuMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final WorkloadCatalog catalog;
    private final RunStore store;
    private final AccountStore accounts;
    private final ProvedTexts provedTexts;
    private final ActiveRuns runs;
    private final ControllerLease lease;
    private final StoreWatch watch;
    private final InstantSource wall;

    RunStarter(
            WorkloadCatalog catalog,
            RunStore store,
            AccountStore accounts,
            ProvedTexts provedTexts,
            ActiveRuns runs,
            ControllerLease lease,
            StoreWatch watch,
            InstantSource wall) {
        this.provedTexts = provedTexts;
        this.watch = watch;
        this.lease = lease;
        this.catalog = catalog;
        this.store = store;
        this.accounts = accounts;
        this.runs = runs;
        this.wall = wall;
    }

    /**
     * Checks the profile and its workloads, and whether it is known what arrives of their texts; stores the run, begins
     * it; returns its id.
     */
    public String start(String fileName, String yaml) throws InvalidDocumentException {
        lease.refusal().or(watch::silence).ifPresent(why -> {
            throw new UnavailableException(why);
        });
        RunProfile profile = RunProfiles.parse(fileName, yaml, catalog);
        List<Workload> workloads = catalog.loadAll(profile.workloads().workloads());
        List<Account> set = accounts(profile);
        provedTexts.lacking(profile, workloads, set).ifPresent(lacking -> {
            throw new InvalidRequestException(lacking);
        });
        Instant now = wall.instant();
        // Agents get the canonical form: all references are resolved, and the default of an omitted id does not depend
        // on a file name.
        RunPlan plan = new RunPlan(newId(now), profile, RunProfiles.write(profile), workloads, set, now);
        AuditedRequest.tell("run " + plan.id());
        store.create(plan, environment());
        runs.start(plan);
        return plan.id();
    }

    /** The accounts; there must be enough accounts and hosts for the largest number of sessions of the load. */
    private List<Account> accounts(RunProfile profile) throws InvalidDocumentException {
        Optional<String> name = profile.target().accounts();
        List<Account> set = name.isEmpty() ? List.of() : accounts.get(name.get());
        Credentials.refusal(profile.target(), set).ifPresent(refusal -> {
            throw new InvalidRequestException(refusal);
        });
        SlotAvailability.shortage(profile.target(), set, profile.load().most()).ifPresent(shortage -> {
            throw new InvalidRequestException(shortage);
        });
        return set;
    }

    /** Sorts by time; four hexadecimal digits distinguish runs of the same second. */
    private static String newId(Instant now) {
        String digits =
                Integer.toHexString(0x10000 + ThreadLocalRandom.current().nextInt(0x10000));
        return ID.format(now) + "-" + digits.substring(1);
    }

    /** What the controller runs on, and its own version: comparisons name what differs. */
    static Map<String, String> environment() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("controller.version", Version.own());
        facts.put("controller.os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("controller.java", System.getProperty("java.version"));
        facts.put("controller.processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        return facts;
    }
}
