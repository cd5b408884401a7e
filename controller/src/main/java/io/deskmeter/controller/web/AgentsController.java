package io.deskmeter.controller.web;

import io.deskmeter.controller.fleet.AgentView;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.run.Runs;
import io.deskmeter.controller.run.SessionView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who could run something. */
@RestController
@RequestMapping("/api/v1/agents")
class AgentsController {
    private final Fleet fleet;
    private final Runs runs;

    AgentsController(Fleet fleet, Runs runs) {
        this.fleet = fleet;
        this.runs = runs;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    List<AgentView> list() {
        Map<String, Integer> sessions = new HashMap<>();
        runs.all()
                .forEach(run -> run.snapshot().sessions().stream()
                        .filter(session -> !session.over())
                        .map(SessionView::agent)
                        .forEach(agent -> sessions.merge(agent, 1, Integer::sum)));
        return fleet.views(sessions);
    }

    /** From now on the agent gets no new run; what it works on it works to its end. */
    @PostMapping("/{id}/drain")
    ResponseEntity<Void> drain(@PathVariable String id) {
        return answer(fleet.drain(id), id);
    }

    /** The agent gets new runs again. */
    @PostMapping("/{id}/resume")
    ResponseEntity<Void> resume(@PathVariable String id) {
        ResponseEntity<Void> answer = answer(fleet.resume(id), id);
        runs.agentMayBeFree();
        return answer;
    }

    /** Forgets an agent that is not connected; should it come back, it is a new one. */
    @DeleteMapping("/{id}")
    ResponseEntity<Void> forget(@PathVariable String id) {
        Fleet.Forgotten forgotten = fleet.forget(id);
        if (forgotten == Fleet.Forgotten.STILL_CONNECTED) {
            throw new ConflictException(
                    "agent: " + id + " is connected (expected: one that is not; hint: end its program first)");
        }
        return answer(forgotten == Fleet.Forgotten.DONE, id);
    }

    private static ResponseEntity<Void> answer(boolean known, String id) {
        if (!known) {
            throw new UnknownException("agent: " + id + " (expected: one of GET /api/v1/agents)");
        }
        return ResponseEntity.noContent().build();
    }
}
