package io.deskmeter.link.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.Hello;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentNamesTest {
    @Test
    void namesAgentsByHostRoleAndUser() {
        Hello client = Hello.newBuilder()
                .setAgentId("5a3f")
                .setHost("vm-1")
                .setRole(AgentRole.AGENT_ROLE_CLIENT)
                .build();
        Hello desktop = Hello.newBuilder()
                .setAgentId("77c0")
                .setHost("vdi-1")
                .setRole(AgentRole.AGENT_ROLE_DESKTOP)
                .setLocation(DesktopLocation.newBuilder().setUser("ann"))
                .build();
        assertThat(AgentNames.of(client)).isEqualTo("vm-1 (client)");
        assertThat(AgentNames.of(desktop)).isEqualTo("vdi-1 (desktop, ann)");
        assertThat(AgentNames.of(AgentNames.Agent.of("b", "vdi-2", Map.of("role", "desktop"))))
                .isEqualTo("vdi-2 (desktop)");
    }

    @Test
    void numbersAgentsWithTheSameNameByTheirIds() {
        assertThat(AgentNames.of(List.of(
                        AgentNames.Agent.of("b", "vm-1", Map.of()),
                        AgentNames.Agent.of("c", "vm-2", Map.of()),
                        AgentNames.Agent.of("a", "vm-1", Map.of()))))
                .isEqualTo(Map.of("a", "vm-1 (client 1)", "b", "vm-1 (client 2)", "c", "vm-2 (client)"));
    }
}
