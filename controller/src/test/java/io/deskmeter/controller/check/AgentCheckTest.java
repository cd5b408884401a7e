package io.deskmeter.controller.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.fleet.Fleet.Present;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.RunProfiles;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentCheckTest {
    private static Present agent(String runId) {
        return new Present(
                Hello.newBuilder()
                        .setAgentId("a")
                        .setHost("farm")
                        .setRole(AgentRole.AGENT_ROLE_CLIENT)
                        .setSessionLimit(1)
                        .build(),
                runId,
                false);
    }

    private static PreflightFinding slots(Present agent) throws InvalidDocumentException {
        CheckInput input = new CheckInput(
                RunProfiles.parseSelfContained(
                        "p.yaml", "workloads: { workloads: [office/writer] }\nload: { fixed: { sessions: 2 } }\n"),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return AgentCheck.slots(input, CheckAgents.of(input, List.of(agent))).orElseThrow();
    }

    @Test
    void whoWaitsForAnAgentOfAnotherRunIsToldToWaitForItsEnd() throws InvalidDocumentException {
        PreflightFinding busy = slots(agent("r-7"));
        assertThat(busy.value())
                .startsWith("0 free agents with room for 0 sessions; ")
                .contains("r-7");
        assertThat(busy.remedy()).contains("wait until the run r-7 has ended");
        assertThat(slots(agent("")).remedy()).doesNotContain("wait");
    }
}
