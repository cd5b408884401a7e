package io.deskmeter.controller.run.plan;

import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.Hosts.Host;
import io.deskmeter.workload.targets.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Allocates a host and an account to each session. A session gets the host with the fewest sessions and an account that
 * is not in use. If there are fewer accounts than sessions, it gets an account that is not in use on that host. Slots
 * where a logon was refused come later, and slots on which a session may have left something last. Deterministic. Owned
 * by the run's mailbox.
 */
public final class SlotAllocator {
    private final List<Host> hosts;
    private final int perHost;
    private final List<Account> accounts;
    private final Map<Integer, SessionSlot> taken = new TreeMap<>();
    private final Set<SessionSlot> refused = new HashSet<>();

    /** The slots on which a session may have left something, with the last such session. */
    private final Map<SessionSlot, Integer> leftovers = new HashMap<>();

    /**
     * The slot of a session.
     *
     * @param host null for desktops of the agent's own machine
     * @param account null if no user logs on
     */
    public record SessionSlot(
            int hostIndex, @Nullable Host host, @Nullable Account account) {
        static final SessionSlot OWN_MACHINE = new SessionSlot(-1, null, null);

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
     * All slots of a target.
     *
     * @param accounts those of the target's set; empty if no user logs on
     */
    public SlotAllocator(Target target, List<Account> accounts) {
        this.hosts = target.allHosts();
        this.perHost = hosts.isEmpty() ? 0 : target.room() / hosts.size();
        this.accounts = List.copyOf(accounts);
    }

    /** A slot for the session; empty if all are taken. */
    public Optional<SessionSlot> take(int session) {
        if (hosts.isEmpty()) {
            return Optional.of(SessionSlot.OWN_MACHINE);
        }
        Set<SessionSlot> last = Set.copyOf(leftovers.keySet());
        Set<SessionSlot> late = new HashSet<>(refused);
        late.addAll(last);
        Optional<SessionSlot> slot = find(late).or(() -> find(last)).or(() -> find(Set.of()));
        slot.ifPresent(found -> taken.put(session, found));
        return slot;
    }

    /** The last session that may have left something on this slot; empty if it is clean. */
    public OptionalInt leftBy(SessionSlot slot) {
        Integer session = leftovers.get(slot);
        return session == null ? OptionalInt.empty() : OptionalInt.of(session);
    }

    /** How a session has left its slot. */
    public enum Left {
        /** Nothing of it remains. */
        CLEAN,
        /** Its logon failed: the slot is used again only if no clean one is free. */
        REFUSED,
        /** Something may remain: the slot is used again only if no other is free. */
        LEFTOVER
    }

    /** The session has ended: its user is free for another one. */
    public void free(int session, Left how) {
        SessionSlot slot = taken.remove(session);
        if (slot == null || slot.host() == null) {
            return;
        }
        switch (how) {
            case CLEAN -> leftovers.remove(slot);
            case REFUSED -> refused.add(slot);
            case LEFTOVER -> leftovers.put(slot, session);
        }
    }

    private Optional<SessionSlot> find(Set<SessionSlot> without) {
        return byLoad().stream().flatMap(host -> slotOn(host, without).stream()).findFirst();
    }

    private List<Integer> byLoad() {
        int[] load = new int[hosts.size()];
        taken.values().forEach(slot -> load[slot.hostIndex()]++);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < load.length; i++) {
            if (load[i] < perHost) {
                order.add(i);
            }
        }
        order.sort((a, b) -> Integer.compare(load[a], load[b]));
        return order;
    }

    private Optional<SessionSlot> slotOn(int host, Set<SessionSlot> without) {
        Host machine = hosts.get(host);
        if (accounts.isEmpty()) {
            return Optional.of(new SessionSlot(host, machine, null)).filter(slot -> !without.contains(slot));
        }
        if (perHost == 1 && accounts.size() == hosts.size()) {
            // One for each host, because accounts may be specific to a host.
            return Optional.of(new SessionSlot(host, machine, accounts.get(host)))
                    .filter(slot -> !without.contains(slot));
        }
        Set<String> anywhere = new HashSet<>();
        Set<String> here = new HashSet<>();
        taken.values().forEach(slot -> {
            String user = String.valueOf(slot.account());
            anywhere.add(user);
            if (slot.hostIndex() == host) {
                here.add(user);
            }
        });
        List<SessionSlot> free = accounts.stream()
                .filter(account -> !here.contains(account.toString()))
                .map(account -> new SessionSlot(host, machine, account))
                .filter(slot -> !without.contains(slot))
                .toList();
        return free.stream()
                .filter(slot -> !anywhere.contains(String.valueOf(slot.account())))
                .findFirst()
                .or(() -> free.stream().findFirst());
    }
}
