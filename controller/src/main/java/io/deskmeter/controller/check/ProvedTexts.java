package io.deskmeter.controller.check;

import io.deskmeter.controller.run.SlotAvailability;
import io.deskmeter.link.v1.CheckText;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.Account;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Target;
import io.deskmeter.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Which texts are known to arrive on targets that do not tell the layout of their keyboard: a check has typed them there, and what arrived was compared. Kept for an hour, because keyboards of desktops are changed. Thread-safe.
 */
@Component
public final class ProvedTexts {
    static final Duration KEPT = Duration.ofHours(1);

    private final LongSupplier nanoTime;
    /** By target and host; a check of a target replaces what an earlier one has found. */
    private final Map<Target, Map<String, Proof>> proofs = new HashMap<>();

    private record Proof(Set<String> texts, long at) {}

    ProvedTexts(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** What was found on a target earlier does not count any more. */
    synchronized void forget(Target target) {
        proofs.remove(target);
    }

    /** All texts have arrived on a host as they were typed. */
    synchronized void add(Target target, SessionSlot slot, List<CheckText> texts) {
        long now = nanoTime.getAsLong();
        proofs.values().forEach(hosts -> hosts.values().removeIf(proof -> isOver(proof, now)));
        proofs.values().removeIf(Map::isEmpty);
        proofs.computeIfAbsent(target, added -> new HashMap<>())
                .put(host(slot.getHost(), slot.getPort()), new Proof(texts(texts), now));
    }

    /**
     * Why a run is not started; empty if it may be. It is the same wherever a run is started.
     *
     * @param accounts of the target's set; none if it has none
     */
    public Optional<String> lacking(RunProfile profile, List<Workload> workloads, List<Account> accounts) {
        return lacking(new CheckInput(
                profile,
                workloads,
                accounts,
                SlotAvailability.places(
                        profile.target(), accounts, profile.load().most()),
                List.of()));
    }

    synchronized Optional<String> lacking(CheckInput input) {
        List<CheckText> texts = KeyboardCheck.texts(input);
        if (texts.isEmpty() || !KeyboardCheck.isUnknown(input.profile())) {
            return Optional.empty();
        }
        Map<String, Proof> here = proofs.getOrDefault(input.profile().target(), Map.of());
        Set<String> wanted = texts(texts);
        long now = nanoTime.getAsLong();
        List<String> without = new ArrayList<>();
        for (String host : new TreeSet<>(input.slots().stream()
                .map(place -> host(place.host().name(), place.host().port()))
                .toList())) {
            Proof proof = here.get(host);
            if (proof == null || isOver(proof, now) || !proof.texts().containsAll(wanted)) {
                without.add(host);
            }
        }
        if (without.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "target.vnc.keyboard: not told, and no check of the last "
                        + KEPT.toMinutes() + " min has seen the texts of the workloads arrive on "
                        + String.join(", ", without)
                        + " (expected: the layout of the desktops, or a check that compares what arrives, because another layout types other characters;"
                        + " hint: `keyboard: { layout: us }` of the target, or check this profile with this controller while its desktop agents are connected)");
    }

    private static boolean isOver(Proof proof, long now) {
        return now - proof.at() > KEPT.toNanos();
    }

    private static String host(String name, int port) {
        return name + ":" + port;
    }

    private static Set<String> texts(List<CheckText> texts) {
        return texts.stream().map(CheckText::getText).collect(Collectors.toSet());
    }
}
