package io.deskmeter.controller.check;

import io.deskmeter.controller.fleet.DesktopOptimisations;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.fleet.Fleet.Present;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.workload.targets.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Checks that agents perform: their machines, programs, and targets. Targets are distributed over the client agents.
 */
final class RemoteCheck implements Check {
    /** Added to the time limit of agents. */
    private static final Duration ON_THE_WAY = Duration.ofSeconds(2);

    private final Fleet fleet;
    private final AgentCheckRequests checkRequests;
    private final InstantSource wall;
    private final ProvedTexts provedTexts;

    RemoteCheck(Fleet fleet, AgentCheckRequests checkRequests, InstantSource wall, ProvedTexts provedTexts) {
        this.provedTexts = provedTexts;
        this.fleet = fleet;
        this.checkRequests = checkRequests;
        this.wall = wall;
    }

    @Override
    public String name() {
        return "parties";
    }

    @Override
    public boolean needsAgents() {
        return true;
    }

    @Override
    public Duration within(CheckInput checkInput) {
        return AgentCheckPlan.within(checkInput, 1).plus(ON_THE_WAY).plus(ON_THE_WAY);
    }

    @Override
    public void find(CheckInput checkInput, Consumer<PreflightFinding> found) {
        List<Present> present = fleet.present();
        CheckAgents checkAgents = CheckAgents.of(checkInput, present);
        List<PreflightFinding> known = new ArrayList<>();
        AgentCheckPlan questions = new AgentCheckPlan(checkInput, checkAgents, present, known);
        boolean ownMachines = checkInput.profile().target() instanceof Target.LocalDesktops;
        optimisations(ownMachines ? checkAgents.clients() : checkAgents.desktops())
                .ifPresent(known::add);
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        Target target = checkInput.profile().target();
        provedTexts.forget(target);
        questions.all().forEach((agent, question) -> {
            if (agent.hello().getChecks()) {
                answers.add(ask(agent, question, target, found));
            } else {
                known.add(silent(agent, "its version does not support checks"));
            }
        });
        known.forEach(found);
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
    }

    /** @param there agents on the machines that hold the desktops */
    static Optional<PreflightFinding> optimisations(List<Present> there) {
        Map<String, Map<String, String>> facts = new HashMap<>();
        there.forEach(agent -> facts.put(agent.hello().getHost(), agent.hello().getFactsMap()));
        return DesktopOptimisations.difference(facts)
                .map(difference -> PreflightFinding.warning(
                        "optimisations",
                        "the machines of the desktops",
                        difference,
                        "the same on all: their responses are compared with one limit",
                        "run agent setup on all of them, or agent setup restore"));
    }

    /** The findings of an agent are reported when it answers, independently of other agents. */
    private CompletableFuture<Void> ask(
            Present agent,
            io.deskmeter.link.v1.Check.Builder question,
            Target target,
            Consumer<PreflightFinding> found) {
        Instant at = wall.instant();
        boolean fieldOnly = AgentCheckPlan.isFieldOnly(agent, question);
        return checkRequests
                .ask(agent.hello().getAgentId(), question)
                .orTimeout(question.getWithinMillis() + ON_THE_WAY.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(answer -> {
                    prove(question, target, answer);
                    return heard(agent, answer, at, fieldOnly);
                })
                .exceptionally(failure -> List.of(silent(agent, why(failure))))
                .thenAccept(findings -> findings.forEach(found));
    }

    /** A client agent that has typed and has nothing to say of any display. */
    private void prove(io.deskmeter.link.v1.Check.Builder question, Target target, CheckResult answer) {
        boolean silent = answer.getFindingsList().stream()
                .map(PreflightFinding::of)
                .noneMatch(finding -> finding.what().equals(KeyboardCheck.WHAT)
                        || (finding.severity() == Severity.ERROR
                                && finding.what().startsWith("target ")));
        if (question.getTypes() && silent && answer.getSlotsChecked() == question.getSlotsCount()) {
            question.getSlotsList().forEach(slot -> provedTexts.add(target, slot, question.getTextsList()));
        }
    }

    private List<PreflightFinding> heard(Present agent, CheckResult answer, Instant askedAt, boolean fieldOnly) {
        List<PreflightFinding> findings = new ArrayList<>();
        if (!fieldOnly) {
            findings.addAll(HostCondition.findings(agent, answer, askedAt, wall.instant()));
        }
        answer.getFindingsList().forEach(told -> findings.add(PreflightFinding.of(told)));
        return findings;
    }

    private static String why(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof TimeoutException ? "no answer in time" : String.valueOf(cause);
    }

    private static PreflightFinding silent(Present agent, String why) {
        return PreflightFinding.warning(
                "agent answer",
                agent.toString(),
                why,
                "an agent that answers checks",
                "use the same version as the controller; see the agent's log");
    }
}
