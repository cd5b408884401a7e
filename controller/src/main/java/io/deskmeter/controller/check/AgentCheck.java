package io.deskmeter.controller.check;

import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.fleet.Fleet.Present;
import io.deskmeter.workload.Plural;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks the agents with the data that the controller has: connections, labels, versions, content, free sessions. */
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
    public boolean needsAgents() {
        return true;
    }

    @Override
    public Duration within(CheckInput checkInput) {
        return Duration.ofSeconds(5);
    }

    @Override
    public void find(CheckInput checkInput, Consumer<PreflightFinding> found) {
        findings(checkInput).forEach(found);
    }

    private List<PreflightFinding> findings(CheckInput checkInput) {
        CheckAgents checkAgents = CheckAgents.of(checkInput, fleet.present());
        if (checkAgents.clients().isEmpty()) {
            return List.of(PreflightFinding.error(
                    "agents",
                    "controller",
                    "no client agent is connected",
                    "at least one",
                    "deskmeter agent --controller HOST:PORT"));
        }
        List<PreflightFinding> findings = new ArrayList<>();
        if (!checkAgents.labelled()) {
            findings.add(noLabel(checkInput, checkAgents));
        }
        slots(checkInput, checkAgents).ifPresent(findings::add);
        Stream.concat(checkAgents.clients().stream(), checkAgents.desktops().stream())
                .map(this::version)
                .flatMap(Optional::stream)
                .forEach(findings::add);
        content(checkInput, checkAgents, findings);
        return findings;
    }

    private static PreflightFinding noLabel(CheckInput checkInput, CheckAgents checkAgents) {
        TreeSet<String> theirs = new TreeSet<>();
        checkAgents.clients().forEach(agent -> theirs.addAll(agent.hello().getLabelsList()));
        String labels = String.join(" --label ", checkInput.profile().agents());
        return PreflightFinding.error(
                "agent label",
                "agents",
                checkInput.profile().agents() + ": no connected agent has "
                        + (checkInput.profile().agents().size() == 1 ? "it" : "all of them")
                        + "; labels of connected agents: " + (theirs.isEmpty() ? "none" : String.join(", ", theirs)),
                "an agent with each label",
                "deskmeter agent --label " + labels
                        + "; the labels of a machine that joins are those of its token: deskmeter enrol --label "
                        + labels);
    }

    static Optional<PreflightFinding> slots(CheckInput checkInput, CheckAgents checkAgents) {
        List<Present> free = checkAgents.clients().stream()
                .filter(agent -> agent.runId().isEmpty() && !agent.draining())
                .toList();
        String busy = checkAgents.clients().stream()
                .filter(agent -> agent.draining() || !agent.runId().isEmpty())
                .map(agent -> agent + (agent.draining() ? " is draining" : " is in use by run " + agent.runId()))
                .collect(Collectors.joining("; "));
        String ending = checkAgents.clients().stream()
                .filter(agent -> !agent.draining() && !agent.runId().isEmpty())
                .map(Present::runId)
                .distinct()
                .collect(Collectors.joining(", "));
        boolean unlimited = free.stream().anyMatch(agent -> agent.hello().getSessionLimit() == 0);
        long room = free.stream()
                .mapToLong(agent -> agent.hello().getSessionLimit())
                .sum();
        if (unlimited || room >= checkInput.most()) {
            return Optional.empty();
        }
        return Optional.of(PreflightFinding.error(
                "agent slots",
                "agents",
                Plural.of(free.size(), "free agent") + " with room for " + Plural.of(room, "session")
                        + (busy.isEmpty() ? "" : "; " + busy),
                "room for " + checkInput.most() + ", the maximum of the load",
                "start more agents, raise --sessions of an agent, "
                        + (ending.isEmpty() ? "" : "wait until the run " + ending + " has ended, ")
                        + "or resume a draining agent"));
    }

    private Optional<PreflightFinding> version(Present agent) {
        String theirs = agent.hello().getVersion();
        return Version.against(theirs, ownVersion)
                .map(how -> PreflightFinding.warning(
                        "agent version",
                        agent.toString(),
                        (theirs.isEmpty() ? "none" : theirs) + ", " + how + " the controller's",
                        ownVersion,
                        "the same version on all machines"));
    }

    /** A run uses only agents with the same workloads. */
    private static void content(CheckInput checkInput, CheckAgents checkAgents, List<PreflightFinding> findings) {
        int without = 0;
        List<PreflightFinding> lacks = new ArrayList<>();
        for (Present agent : checkAgents.clients()) {
            List<String> lacking = lacking(checkInput.checksums(), agent);
            if (!lacking.isEmpty()) {
                without++;
                lacks.add(PreflightFinding.warning(
                        "agent content",
                        agent.toString(),
                        String.join(", ", lacking),
                        "the same workloads as the controller's",
                        "equal folders on both machines; until then it gets no sessions"));
            }
        }
        boolean nobody = without == checkAgents.clients().size();
        lacks.forEach(lack -> findings.add(
                nobody
                        ? PreflightFinding.error(
                                lack.what(), lack.where(), lack.value(), lack.expected(), lack.remedy())
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
