package io.deskmeter.controller.check;

import io.deskmeter.controller.accounts.AccountStore;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.run.plan.Credentials;
import io.deskmeter.controller.run.plan.SlotAvailability;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.InvalidDocumentException.Problem;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads everything that a profile refers to. What is missing or invalid becomes a finding; the rest is still read. */
final class CheckInputReader {
    private final WorkloadCatalog catalog;
    private final AccountStore store;
    private final List<PreflightFinding> findings = new ArrayList<>();

    CheckInputReader(WorkloadCatalog catalog, AccountStore store) {
        this.catalog = catalog;
        this.store = store;
    }

    CheckInput read(RunProfile profile) {
        List<Workload> workloads = workloads(profile);
        List<Account> accounts = accounts(profile);
        boolean lacking = profile.target().accounts().isPresent() && accounts.isEmpty();
        if (!lacking) {
            SlotAvailability.shortage(profile.target(), accounts, profile.load().most())
                    .ifPresent(shortage -> findings.add(PreflightFinding.error(
                            accounts.isEmpty() ? "targets" : "accounts", "load", shortage, "", "")));
        }
        return CheckInput.of(profile, workloads, accounts, findings);
    }

    private List<Workload> workloads(RunProfile profile) {
        List<String> known = catalog.ids();
        List<Workload> workloads = new ArrayList<>();
        for (String id : profile.workloads().workloads()) {
            if (!known.contains(id)) {
                findings.add(PreflightFinding.error(
                        "workload",
                        id,
                        "no workload has this id",
                        "one of " + String.join(", ", known),
                        "correct the id, or add the workload's folder below the controller's --workloads"));
                continue;
            }
            try {
                workloads.add(catalog.load(id));
            } catch (InvalidDocumentException e) {
                e.problems().forEach(problem -> findings.add(of("workload", problem)));
            }
        }
        return workloads;
    }

    private List<Account> accounts(RunProfile profile) {
        Optional<String> name = profile.target().accounts();
        if (name.isEmpty()) {
            return List.of();
        }
        try {
            Optional<List<Account>> set = store.find(name.get());
            if (set.isEmpty()) {
                findings.add(PreflightFinding.error(
                        "accounts",
                        name.get(),
                        "no set of accounts has this name",
                        "one of " + store.names(),
                        "--accounts " + name.get() + ".csv, or PUT /api/v1/accounts/" + name.get()));
            }
            set.ifPresent(accounts -> duplicates(name.get(), accounts));
            Optional<String> refusal = set.flatMap(accounts -> Credentials.refusal(profile.target(), accounts));
            if (refusal.isPresent()) {
                findings.add(PreflightFinding.error("accounts", name.get(), refusal.get(), "", ""));
                return List.of();
            }
            return set.orElse(List.of());
        } catch (InvalidDocumentException e) {
            e.problems().forEach(problem -> findings.add(of("accounts", problem)));
            return List.of();
        } catch (InvalidRequestException e) {
            findings.add(PreflightFinding.error("accounts", name.get(), String.valueOf(e.getMessage()), "", ""));
            return List.of();
        }
    }

    /** Accounts without a user are passwords of machines, which may be equal. */
    private void duplicates(String name, List<Account> accounts) {
        Set<String> seen = new HashSet<>();
        Set<String> told = new HashSet<>();
        for (Account account : accounts) {
            String user = account.toString();
            if (!account.user().isEmpty() && !seen.add(user) && told.add(user)) {
                findings.add(PreflightFinding.error(
                        "duplicate user",
                        user + " in accounts " + name,
                        "more than once",
                        "each user once: a user has one session at a time",
                        "remove all but one"));
            }
        }
    }

    /** A problem of a document as a finding: the message already contains the expected value. */
    static PreflightFinding of(String what, Problem problem) {
        String place = problem.file() + ":" + problem.line() + ":" + problem.column();
        String path = problem.path().isEmpty() ? "" : " " + problem.path();
        return PreflightFinding.error(what, place + path, problem.message(), "", "");
    }
}
