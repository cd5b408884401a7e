package io.deskmeter.controller.check;

import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.fleet.Fleet.Present;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is known of agents without asking them: who is there, labels, version, content, free slots. */
final class AgentCheck implements Check {
    private final Fleet fleet;
    private final String ownVersion;

    AgentCheck(Fleet fleet, String ownVersion) {
        this.fleet = fleet;
        this.ownVersion = ownVersion;
    }

    @Override
    public String name() {
        return "agents";
    }

    @Override
    public Duration within(Subject subject) {
        return Duration.ofSeconds(5);
    }

    @Override
    public void find(Subject subject, Consumer<Finding> found) {
        findings(subject).forEach(found);
    }

    private List<Finding> findings(Subject subject) {
        Party party = Party.of(subject, fleet.present());
        if (party.clients().isEmpty()) {
            return List.of(Finding.error(
                    "agents",
                    "controller",
                    "no client agent is connected",
                    "at least one",
                    "deskmeter agent --controller HOST:PORT"));
        }
        List<Finding> findings = new ArrayList<>();
        if (!party.labelled()) {
            findings.add(noLabel(subject, party));
        }
        slots(subject, party).ifPresent(findings::add);
        Stream.concat(party.clients().stream(), party.desktops().stream())
                .map(this::version)
                .flatMap(Optional::stream)
                .forEach(findings::add);
        content(subject, party, findings);
        return findings;
    }

    private static Finding noLabel(Subject subject, Party party) {
        TreeSet<String> theirs = new TreeSet<>();
        party.clients().forEach(agent -> theirs.addAll(agent.hello().getLabelsList()));
        return Finding.error(
                "agent label",
                "agents",
                subject.profile().agents() + ": no connected agent has "
                        + (subject.profile().agents().size() == 1 ? "it" : "all of them")
                        + "; labels of connected agents: " + (theirs.isEmpty() ? "none" : String.join(", ", theirs)),
                "an agent with each label",
                "deskmeter agent --label "
                        + String.join(" --label ", subject.profile().agents()));
    }

    private static Optional<Finding> slots(Subject subject, Party party) {
        List<Present> free = party.clients().stream()
                .filter(agent -> agent.runId().isEmpty() && !agent.draining())
                .toList();
        String busy = party.clients().stream()
                .filter(agent -> agent.draining() || !agent.runId().isEmpty())
                .map(agent -> agent + (agent.draining() ? " is draining" : " works for run " + agent.runId()))
                .collect(Collectors.joining("; "));
        boolean unlimited = free.stream().anyMatch(agent -> agent.hello().getSessionLimit() == 0);
        long room = free.stream()
                .mapToLong(agent -> agent.hello().getSessionLimit())
                .sum();
        if (unlimited || room >= subject.most()) {
            return Optional.empty();
        }
        return Optional.of(Finding.error(
                "agent slots",
                "agents",
                "room for " + room + " sessions on " + free.size() + " free agents"
                        + (busy.isEmpty() ? "" : "; " + busy),
                subject.most() + ", the most that the load asks for",
                "more agents, or --sessions N; a draining agent can be resumed"));
    }

    private Optional<Finding> version(Present agent) {
        String theirs = agent.hello().getVersion();
        return Version.against(theirs, ownVersion)
                .map(how -> Finding.warning(
                        "agent version",
                        agent.toString(),
                        (theirs.isEmpty() ? "none" : theirs) + ", " + how + " than the controller's",
                        ownVersion,
                        "the same version on all machines"));
    }

    /** A run takes only agents with the same workloads. */
    private static void content(Subject subject, Party party, List<Finding> findings) {
        int without = 0;
        List<Finding> lacks = new ArrayList<>();
        for (Present agent : party.clients()) {
            List<String> lacking = lacking(subject.checksums(), agent);
            if (!lacking.isEmpty()) {
                without++;
                lacks.add(Finding.warning(
                        "agent content",
                        agent.toString(),
                        String.join(", ", lacking),
                        "the same workloads as the controller's",
                        "equal folders on both machines; until then it gets no sessions"));
            }
        }
        boolean nobody = without == party.clients().size();
        lacks.forEach(lack -> findings.add(
                nobody
                        ? Finding.error(lack.what(), lack.where(), lack.value(), lack.expected(), lack.remedy())
                        : lack));
    }

    private static List<String> lacking(Map<String, String> checksums, Present agent) {
        Map<String, String> theirs = agent.hello().getWorkloadChecksumsMap();
        return checksums.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(theirs.get(entry.getKey())))
                .map(entry -> entry.getKey() + (theirs.containsKey(entry.getKey()) ? " differs" : " is missing"))
                .sorted()
                .toList();
    }
}
