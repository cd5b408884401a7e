package io.deskmeter.controller.check;

import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.fleet.Fleet.Present;
import io.deskmeter.link.v1.Checked;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What agents are asked for: their machines, programs, and targets, which are shared out among the client agents. */
final class PartyCheck implements Check {
    /** Beyond the time that agents have to answer. */
    private static final Duration ON_THE_WAY = Duration.ofSeconds(2);

    private final Fleet fleet;
    private final Inquiries inquiries;
    private final InstantSource wall;

    PartyCheck(Fleet fleet, Inquiries inquiries, InstantSource wall) {
        this.fleet = fleet;
        this.inquiries = inquiries;
        this.wall = wall;
    }

    /** An agent's answer and when it was asked and heard. */
    private record Asked(Present agent, Instant at, CompletableFuture<Heard> answer) {}

    private record Heard(Checked answer, Instant at) {}

    @Override
    public String name() {
        return "parties";
    }

    @Override
    public Duration within(Subject subject) {
        return Questions.within(subject, 1).plus(ON_THE_WAY).plus(ON_THE_WAY);
    }

    @Override
    public List<Finding> findings(Subject subject) {
        Party party = Party.of(subject, fleet.present());
        List<Finding> findings = new ArrayList<>();
        Questions questions = new Questions(subject, party, findings);
        List<Asked> asked = new ArrayList<>();
        questions.all().forEach((agent, question) -> {
            if (agent.hello().getChecks()) {
                Instant at = wall.instant();
                CompletableFuture<Heard> answer = inquiries
                        .ask(agent.hello().getAgentId(), question)
                        .orTimeout(question.getWithinMillis() + ON_THE_WAY.toMillis(), TimeUnit.MILLISECONDS)
                        .thenApply(checked -> new Heard(checked, wall.instant()));
                asked.add(new Asked(agent, at, answer));
            } else {
                findings.add(silent(agent, "its version cannot be asked"));
            }
        });
        asked.forEach(one -> findings.addAll(heard(one)));
        return findings;
    }

    private static List<Finding> heard(Asked asked) {
        try {
            Heard heard = asked.answer().get();
            List<Finding> findings =
                    new ArrayList<>(Condition.findings(asked.agent(), heard.answer(), asked.at(), heard.at()));
            heard.answer().getFindingsList().forEach(told -> findings.add(Finding.of(told)));
            return findings;
        } catch (ExecutionException e) {
            String why = e.getCause() instanceof TimeoutException ? "no answer in time" : String.valueOf(e.getCause());
            return List.of(silent(asked.agent(), why));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(silent(asked.agent(), "the check was given up"));
        }
    }

    private static Finding silent(Present agent, String why) {
        return Finding.warning(
                "agent answer",
                agent.toString(),
                why,
                "an agent that says how its machine is and looks at targets",
                "the controller's version of the agent; its log");
    }
}
