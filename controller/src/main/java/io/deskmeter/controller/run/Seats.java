package io.deskmeter.controller.run;

import io.deskmeter.workload.Account;
import io.deskmeter.workload.Hosts.Host;
import io.deskmeter.workload.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where sessions sit and as whom. A session gets the host with the fewest sessions, and an account that nobody uses; only where accounts are
 * fewer than sessions it gets one that is not used on that host. Deterministic: the same questions in the same order get the same answers.
 * Owned by the run's mailbox.
 */
final class Seats {
    private final List<Host> hosts;
    private final int perHost;
    private final List<Account> accounts;
    private final Map<Integer, Seat> taken = new TreeMap<>();
    private final Set<Seat> refused = new HashSet<>();

    /**
     * Where a session lives and as whom.
     *
     * @param host null for desktops of the agent's own machine
     * @param account null where nobody logs on
     */
    record Seat(
            int hostIndex, @Nullable Host host, @Nullable Account account) {
        static final Seat OWN_MACHINE = new Seat(-1, null, null);

        /** {@code ann on rdsh-1:3389}, for people. */
        @Override
        public String toString() {
            if (host == null) {
                return "the agent's own machine";
            }
            return account == null || account.user().isEmpty() ? host.toString() : account + " on " + host;
        }
    }

    /**
     * All seats of a target.
     *
     * @param accounts those of the target's set; empty where nobody logs on
     */
    Seats(Target target, List<Account> accounts) {
        this.hosts = hosts(target);
        this.perHost = hosts.isEmpty() ? 0 : target.room() / hosts.size();
        this.accounts = List.copyOf(accounts);
    }

    private static List<Host> hosts(Target target) {
        if (target instanceof Target.VncDesktops vnc) {
            return vnc.hosts().all();
        }
        if (target instanceof Target.RdpHosts rdp) {
            return rdp.hosts().all();
        }
        return target instanceof Target.ViewerHosts viewer ? viewer.hosts().all() : List.of();
    }

    /** A seat for the session; empty where all are taken. */
    Optional<Seat> take(int session) {
        if (hosts.isEmpty()) {
            return Optional.of(Seat.OWN_MACHINE);
        }
        Optional<Seat> seat = find(Set.copyOf(refused)).or(() -> find(Set.of()));
        seat.ifPresent(found -> taken.put(session, found));
        return seat;
    }

    /** The session is out: its user can be somebody else's. */
    void free(int session) {
        free(session, false);
    }

    /**
     * The session is out.
     *
     * @param noLogon whether it could not log on: the seat is given again only when there is no other
     */
    void free(int session, boolean noLogon) {
        Seat seat = taken.remove(session);
        if (seat != null && noLogon) {
            refused.add(seat);
        }
    }

    private Optional<Seat> find(Set<Seat> without) {
        return byLoad().stream().flatMap(host -> seatOn(host, without).stream()).findFirst();
    }

    private List<Integer> byLoad() {
        int[] load = new int[hosts.size()];
        taken.values().forEach(seat -> load[seat.hostIndex()]++);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < load.length; i++) {
            if (load[i] < perHost) {
                order.add(i);
            }
        }
        order.sort((a, b) -> Integer.compare(load[a], load[b]));
        return order;
    }

    private Optional<Seat> seatOn(int host, Set<Seat> without) {
        Host machine = hosts.get(host);
        if (accounts.isEmpty()) {
            return Optional.of(new Seat(host, machine, null)).filter(seat -> !without.contains(seat));
        }
        if (perHost == 1 && accounts.size() == hosts.size()) {
            // One each: the hosts may know no other.
            return Optional.of(new Seat(host, machine, accounts.get(host))).filter(seat -> !without.contains(seat));
        }
        Set<String> anywhere = new HashSet<>();
        Set<String> here = new HashSet<>();
        taken.values().forEach(seat -> {
            String user = String.valueOf(seat.account());
            anywhere.add(user);
            if (seat.hostIndex() == host) {
                here.add(user);
            }
        });
        List<Seat> free = accounts.stream()
                .filter(account -> !here.contains(account.toString()))
                .map(account -> new Seat(host, machine, account))
                .filter(seat -> !without.contains(seat))
                .toList();
        return free.stream()
                .filter(seat -> !anywhere.contains(String.valueOf(seat.account())))
                .findFirst()
                .or(() -> free.stream().findFirst());
    }
}
