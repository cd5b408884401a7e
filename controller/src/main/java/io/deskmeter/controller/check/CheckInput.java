package io.deskmeter.controller.check;

import io.deskmeter.controller.run.plan.SlotAvailability;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.yaml.RunProfiles;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The input of a check.
 *
 * @param workloads those of the profile that can be read
 * @param accounts of the target's set; none if it has none, or where that cannot be read
 * @param slots where sessions of the largest load would live, as far as hosts and accounts suffice, and where texts
 *     must be seen to arrive, all where a session may live; none for desktops of the agent's own machine
 * @param read what was found while all this was read
 */
record CheckInput(
        RunProfile profile,
        List<Workload> workloads,
        List<Account> accounts,
        List<SlotAvailability.Place> slots,
        List<PreflightFinding> read) {
    CheckInput {
        workloads = List.copyOf(workloads);
        accounts = List.copyOf(accounts);
        slots = List.copyOf(slots);
        read = List.copyOf(read);
    }

    static CheckInput of(
            RunProfile profile, List<Workload> workloads, List<Account> accounts, List<PreflightFinding> read) {
        CheckInput input = new CheckInput(
                profile,
                workloads,
                accounts,
                SlotAvailability.places(
                        profile.target(), accounts, profile.load().most()),
                read);
        return input.slots().isEmpty() || KeyboardCheck.unproved(input).isEmpty()
                ? input
                : new CheckInput(
                        profile,
                        workloads,
                        accounts,
                        SlotAvailability.allPlaces(
                                profile.target(), accounts, profile.load().most()),
                        read);
    }

    /** The most sessions at a time. */
    int most() {
        return profile.load().most();
    }

    /** The canonical document. */
    String yaml() {
        return RunProfiles.write(profile);
    }

    Map<String, String> checksums() {
        return workloads.stream().collect(Collectors.toMap(Workload::id, Workload::checksum, (one, same) -> one));
    }
}
