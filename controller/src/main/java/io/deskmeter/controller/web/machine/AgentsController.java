package io.deskmeter.controller.web.machine;

import io.deskmeter.controller.enrolment.Enrolments;
import io.deskmeter.controller.fleet.AgentView;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.view.SessionView;
import io.deskmeter.controller.web.http.ConflictException;
import io.deskmeter.controller.web.http.NotFoundException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The agents. */
@RestController
@RequestMapping("/api/v1/agents")
public class AgentsController {
    private final Fleet fleet;
    private final ActiveRuns runs;
    private final Enrolments enrolments;

    AgentsController(Fleet fleet, ActiveRuns runs, Enrolments enrolments) {
        this.fleet = fleet;
        this.runs = runs;
        this.enrolments = enrolments;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    public List<AgentView> list() {
        Map<String, Integer> sessions = new HashMap<>();
        runs.all()
                .forEach(run -> run.snapshot().sessions().stream()
                        .filter(session -> !session.over())
                        .map(SessionView::agent)
                        .forEach(agent -> sessions.merge(agent, 1, Integer::sum)));
        return fleet.views(sessions).stream()
                .map(agent -> enrolments.hasJoined(agent.id()) ? agent.asJoined() : agent)
                .toList();
    }

    /** From now on the agent gets no new run; what it works on it works to its end. */
    @PostMapping("/{id}/drain")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void drain(@PathVariable String id) {
        require(fleet.drain(id), id);
    }

    /** The agent gets new runs again. */
    @PostMapping("/{id}/resume")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void resume(@PathVariable String id) {
        require(fleet.resume(id), id);
        runs.agentMayBeFree();
    }

    /** Removes an agent that is not connected; if it reconnects, it is a new one. */
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void forget(@PathVariable String id) {
        Fleet.Forgotten forgotten = fleet.forget(id);
        if (forgotten == Fleet.Forgotten.STILL_CONNECTED) {
            throw new ConflictException(
                    "agent: " + id + " is connected (expected: one that is not; hint: end its program first)");
        }
        require(forgotten == Fleet.Forgotten.DONE, id);
    }

    private static void require(boolean known, String id) {
        if (!known) {
            throw new NotFoundException("agent: " + id + " (expected: one of GET /api/v1/agents)");
        }
    }
}
