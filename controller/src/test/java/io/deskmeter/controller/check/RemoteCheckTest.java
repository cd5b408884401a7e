package io.deskmeter.controller.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.fleet.Fleet.Present;
import io.deskmeter.link.v1.Hello;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RemoteCheckTest {
    private static Present agent(String host, String optimisations) {
        Hello.Builder hello = Hello.newBuilder().setAgentId("agent of " + host).setHost(host);
        if (!optimisations.isEmpty()) {
            hello.putFacts("optimisations", optimisations);
        }
        return new Present(hello.build(), "", false);
    }

    @Test
    void machinesOfDesktopsThatWereSetUpDifferentlyAreTold() {
        Present measure = agent("vdi-1", "measure 0123456789ab");
        assertThat(RemoteCheck.optimisations(List.of())).isEmpty();
        assertThat(RemoteCheck.optimisations(List.of(measure, agent("vdi-2", "measure 0123456789ab"))))
                .isEmpty();
        Optional<PreflightFinding> found =
                RemoteCheck.optimisations(List.of(measure, agent("vdi-2", ""), agent("vdi-3", "density ba9876543210")));
        assertThat(found)
                .contains(PreflightFinding.warning(
                        "optimisations",
                        "the machines of the desktops",
                        "density ba9876543210 on vdi-3, measure 0123456789ab on vdi-1, none on vdi-2",
                        "the same on all: their responses are compared with one limit",
                        "run agent setup on all of them, or agent setup restore"));
    }
}
