package io.deskmeter.controller.run.plan;

import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.AllowedHosts;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Accounts reach agents here and nowhere else, and only for machines that their set names. */
public final class Credentials {
    private static final int NAMED = 5;

    private Credentials() {}

    /** Fills in who logs on at that host. */
    public static void put(SessionSlot.Builder slot, Account account, Hosts.Host host) {
        if (!account.hosts().admits(host)) {
            throw new IllegalStateException("account " + account + ": would be sent to " + host + " (expected: one of "
                    + account.hosts() + ", the hosts of its set, which was verified before the run)");
        }
        slot.setUser(account.user()).setPassword(account.password()).setDomain(account.domain());
    }

    /** Why a set may not be sent to the hosts of a target; empty if it may. */
    public static Optional<String> refusal(Target target, List<Account> set) {
        if (target.accounts().isEmpty() || set.isEmpty()) {
            return Optional.empty();
        }
        AllowedHosts allowed = set.get(0).hosts();
        List<String> others = target.allHosts().stream()
                .filter(host -> !allowed.admits(host))
                .map(Hosts.Host::toString)
                .toList();
        if (others.isEmpty()) {
            return Optional.empty();
        }
        String name = target.accounts().get();
        String told = String.join(
                ", ",
                Stream.concat(others.stream().limit(NAMED), others.size() > NAMED ? Stream.of("…") : Stream.of())
                        .toList());
        return Optional.of("accounts: " + name + " may not be sent to " + told + " (expected: "
                + (allowed.written().isEmpty()
                        ? "`hosts:` in the set, with the machines that may be sent its passwords"
                        : "hosts of " + allowed)
                + "; hint: `hosts: [" + told + "]` in " + name + ".yaml, `# hosts: " + told
                + "` as the first line of " + name + ".csv)");
    }
}
