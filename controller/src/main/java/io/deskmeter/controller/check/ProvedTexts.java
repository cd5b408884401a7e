package io.deskmeter.controller.check;

import io.deskmeter.link.v1.CheckText;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.targets.Target;
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
 * Which texts are known to arrive on targets of which nothing else proves the layout of the keyboard: a check has typed
 * them there, and what arrived was compared. Kept for an hour, because keyboards of desktops are changed. Thread-safe.
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
        return lacking(CheckInput.of(profile, workloads, accounts, List.of()));
    }

    synchronized Optional<String> lacking(CheckInput input) {
        List<CheckText> texts = KeyboardCheck.unproved(input);
        if (texts.isEmpty()) {
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
        return Optional.of(words(input.profile().target(), String.join(", ", without), KeyboardCheck.elsewhere(texts)));
    }

    /** @param characters of which the place depends on the layout */
    private static String words(Target target, String hosts, String characters) {
        Optional<KeyboardLayout> layout = target.keyboard().layout();
        String told = layout.map(known -> "the profile says " + known.name()).orElse("not set");
        String seen = "and no check of the last " + KEPT.toMinutes()
                + " min has seen the texts of the workloads arrive on " + hosts;
        String dependent = characters.isEmpty()
                ? ""
                : "; the place of these characters on the keyboard depends on the layout: " + characters;
        String manual =
                "`keyboard: { layout: " + layout.map(KeyboardLayout::name).orElse("us") + ", proof: manual }`"
                        + " where you have tried it with `./deskmeter agent check keyboard --target PROFILE.yaml`";
        if (!(target instanceof Target.VncDesktops)) {
            String kind = target instanceof Target.RdpHosts ? "rdp" : "viewer";
            return "target." + kind + ".keyboard: " + told
                    + ", and nothing proves that it is the layout of the desktops of " + hosts + dependent
                    + " (expected: a layout that was tried, because on desktops with another one other characters arrive; hint: "
                    + manual + "; or desktop agents, which compare it at each logon)";
        }
        return "target.vnc.keyboard: " + told + ", " + seen + dependent
                + " (expected: a check that compares what arrives, because another layout types other characters; hint: "
                + (target.agentless().isPresent()
                        ? "open the text field on the desktops (`./deskmeter agent check keyboard --field`, or the page of `--page`), and check this profile with this controller; or "
                        : "check this profile with this controller while its desktop agents are connected; or ")
                + manual + ")";
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
