package io.deskmeter.controller.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.Application;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.operation.Plays;
import io.deskmeter.workload.operation.ReferenceClip;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.yaml.RunProfiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SoundTargetCheckTest {
    private static final String VNC = "target: { vnc: { hosts: [h-1] } }";

    @Test
    void aTargetThatIsNotHeardIsAWarning() throws InvalidDocumentException {
        assertThat(findings(VNC, true)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.value())
                    .isEqualTo("the sound of this target is not heard: what av/sync measures of it will be unknown");
        });
    }

    @Test
    void localDesktopsAndDesktopAgentsAreHeardAndOtherWorkloadsAreSilent() throws InvalidDocumentException {
        assertThat(findings("", true)).isEmpty();
        assertThat(findings("mode: local", true)).isEmpty();
        assertThat(findings(VNC + "\nmode: passive", true)).isEmpty();
        assertThat(findings(VNC, false)).isEmpty();
    }

    @Test
    void soundOverRdpIsHeardAndCannotBeTriedBefore() throws InvalidDocumentException {
        String rdp = "target: { rdp: { hosts: [h-1], accounts: set, keyboard: { layout: us } } }";
        assertThat(findings(rdp, true)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.NOTE);
            assertThat(finding.value()).startsWith("not tried before the run");
        });
        assertThat(findings("target: { vnc: { hosts: [h-1], soundPort: 4713 } }", true))
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.NOTE));
        assertThat(findings(rdp + "\nmode: local", true)).isEmpty();
        assertThat(findings(rdp, false)).isEmpty();
    }

    private static List<PreflightFinding> findings(String where, boolean plays) throws InvalidDocumentException {
        List<PreflightFinding> found = new ArrayList<>();
        CheckInput input = new CheckInput(
                RunProfiles.parseSelfContained("p.yaml", """
                        workloads: { workloads: [av/sync] }
                        load: { fixed: { sessions: 1 } }
                        %s
                        """.formatted(where)),
                List.of(workload(plays)),
                List.of(),
                List.of(),
                List.of());
        new SoundTargetCheck().find(input, found::add);
        return found;
    }

    private static Workload workload(boolean plays) {
        Until until = new Until(new Condition.Appears("landmarks/x.png"), Duration.ofSeconds(30));
        Occurrence occurrence = new Occurrence(List.of(), List.of(new Step.Launch()), until);
        Optional<Plays> clip =
                plays ? Optional.of(new Plays(ReferenceClip.SYNC, "landmarks/start.png")) : Optional.empty();
        Operation operation = new Operation("play", Group.C, List.of(occurrence), clip);
        return new Workload("av/sync", "av/sync", "", new Application(Map.of()), List.of(operation), Path.of("x"), "");
    }
}
