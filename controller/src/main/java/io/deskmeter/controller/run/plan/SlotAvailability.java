package io.deskmeter.controller.run.plan;

import io.deskmeter.workload.Plural;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.Hosts.Host;
import io.deskmeter.workload.targets.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether a target has slots for a number of sessions. A pure function, used by checks before a run. */
public final class SlotAvailability {
    private SlotAvailability() {}

    /** What is missing, for display; empty if there is enough. */
    public static Optional<String> shortage(Target target, List<Account> accounts, int sessions) {
        if (target.room() < sessions) {
            return Optional.of("target: room for " + Plural.of(target.room(), "session") + " (expected: " + sessions
                    + ", the maximum of the load; hint: more hosts, or usersPerHost)");
        }
        SlotAllocator slots = new SlotAllocator(target, accounts);
        for (int session = 0; session < sessions; session++) {
            if (slots.take(session).isEmpty()) {
                return Optional.of(
                        "accounts: " + target.accounts().orElse("") + " has " + Plural.of(accounts.size(), "user")
                                + ", enough for " + Plural.of(session, "session") + " (expected: " + sessions
                                + ", the maximum of the load; a user has one session at a time on a host)");
            }
        }
        return Optional.empty();
    }

    /**
     * A place that a session of a run would get.
     *
     * @param account null if no user logs on
     */
    public record Place(Host host, @Nullable Account account) {
        /** {@code ann on rdsh-1:3389}, for people. */
        @Override
        public String toString() {
            return new SlotAllocator.SessionSlot(0, host, account).toString();
        }
    }

    /** The slots of this number of sessions, as far as available; none for desktops on the agent's own machine. */
    public static List<Place> places(Target target, List<Account> accounts, int sessions) {
        SlotAllocator slots = new SlotAllocator(target, accounts);
        List<Place> places = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
            Optional<SlotAllocator.SessionSlot> slot = slots.take(session);
            if (slot.isEmpty() || slot.get().host() == null) {
                return places;
            }
            places.add(new Place(slot.get().host(), slot.get().account()));
        }
        return places;
    }

    /**
     * The places of this number of sessions, and each other desktop that a session of the run may get: where a logon
     * was refused, or a session may have left something, the next one gets another desktop. Only of targets whose
     * desktops are there before a session begins.
     */
    public static List<Place> allPlaces(Target target, List<Account> accounts, int sessions) {
        List<Place> places = new ArrayList<>(places(target, accounts, sessions));
        if (target instanceof Target.VncDesktops) {
            Set<Host> known = places.stream().map(Place::host).collect(Collectors.toCollection(HashSet::new));
            List<Place> more = new ArrayList<>(places(target, accounts, target.room()));
            // Where there are fewer accounts than desktops, any of them may come to any desktop.
            target.allHosts().forEach(host -> more.add(new Place(host, accounts.isEmpty() ? null : accounts.get(0))));
            more.stream().filter(place -> known.add(place.host())).forEach(places::add);
        }
        return places;
    }
}
