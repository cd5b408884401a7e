package io.deskmeter.controller.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check says of workloads on a target without desktop agents. */
class AgentlessCheckTest {
    private static final String NONE = "desktopAgent: none, content: /c, launcher: { dialog: alt+F2 }";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void everyIncludedWorkloadCanBeRun() throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(Path.of("../workloads"));
        assertThat(catalog.ids()).hasSizeGreaterThan(10);
        for (String id : catalog.ids()) {
            assertThat(findings(catalog.load(id), NONE)).as(id).allMatch(note -> note.severity() == Severity.NOTE);
        }
    }

    @Test
    void commandsThatNeedADesktopAgentAreErrors() throws Exception {
        List<PreflightFinding> findings = findings(workloadThatRuns(), NONE);
        assertThat(findings)
                .filteredOn(finding -> finding.severity() == Severity.ERROR)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.what()).isEqualTo("desktop agent");
                    assertThat(finding.value()).contains("test/app/check: `run: [sh, check.sh]`");
                });
    }

    @Test
    void withDesktopAgentsThereIsNothingToSay() throws Exception {
        assertThat(findings(workloadThatRuns(), "desktopAgent: session")).isEmpty();
    }

    /** A surplus session leaves its application open, and the next one of that user does not see its icon. */
    @Test
    void aLoadThatEndsSessionsNeedsALogoff() throws Exception {
        Workload workload = WorkloadCatalog.open(Path.of("../workloads")).load("office/writer");
        String logsOff = NONE + ", logoff: [{ keys: ctrl+alt+Delete }]";
        for (String load : List.of("find-max: { max: 8 }", "steps: { sessions: [2, 4] }, sessions: fresh")) {
            assertThat(findings(workload, NONE, load))
                    .as(load)
                    .filteredOn(finding -> finding.severity() == Severity.WARNING)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.what()).isEqualTo("logoff"));
            assertThat(findings(workload, logsOff, load)).as(load).allMatch(f -> f.severity() == Severity.NOTE);
        }
        for (String load : List.of("fixed: { sessions: 4 }", "steps: { sessions: [2, 4] }")) {
            assertThat(findings(workload, NONE, load)).as(load).allMatch(f -> f.severity() == Severity.NOTE);
        }
    }

    /** A login window rests as well as a desktop; a VNC server has admitted the client before it shows anything. */
    @Test
    void aTerminalServerNeedsALandmarkAsProofOfTheLogon() throws Exception {
        Workload workload = WorkloadCatalog.open(Path.of("../workloads")).load("office/writer");
        String pixel =
                "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        for (String kind : List.of(
                "rdp: { hosts: [a], usersPerHost: 1, accounts: users, certificate: any, keyboard: { layout: us }, %s }",
                "viewer: { hosts: [\"a:5901\"], usersPerHost: 1, command: [vncviewer, \"${host}\"], keyboard: { layout: us }, %s }")) {
            assertThat(find(workload, kind.formatted(NONE), "fixed: { sessions: 1 }"))
                    .as(kind)
                    .filteredOn(finding -> finding.severity() == Severity.ERROR)
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.what()).isEqualTo("logon proof");
                        assertThat(finding.expected()).contains("`ready: { landmark: … }`");
                        assertThat(finding.remedy()).contains("agent screenshot --target");
                    });
            String proved = kind.formatted(NONE + ", ready: { landmark: \"" + pixel + "\" }");
            assertThat(find(workload, proved, "fixed: { sessions: 1 }"))
                    .as(kind)
                    .allMatch(f -> f.severity() == Severity.NOTE);
        }
    }

    private Workload workloadThatRuns() throws Exception {
        Path workload = Files.createDirectories(folder.resolve("test/app"));
        Files.writeString(workload.resolve("workload.yaml"), """
            title: Runs a command in mid-work
            application: { linux: [xterm] }
            operations:
              - { id: open, group: B, do: { launch: application }, until: { changes: { screen: whole } } }
              - { id: check, group: C, do: { run: [sh, check.sh] }, until: { changes: { screen: whole } } }
            """);
        return WorkloadCatalog.open(folder).load("test/app");
    }

    private static List<PreflightFinding> findings(Workload workload, String target) throws Exception {
        return findings(workload, target, "fixed: { sessions: 1 }");
    }

    private static List<PreflightFinding> findings(Workload workload, String target, String load) throws Exception {
        return find(workload, "vnc: { hosts: [a], keyboard: { layout: us }, " + target + " }", load);
    }

    private static List<PreflightFinding> find(Workload workload, String target, String load) throws Exception {
        RunProfile profile = RunProfiles.parseSelfContained("p.yaml", """
            workloads: { workloads: [%s] }
            target: { %s }
            load: { %s }
            """.formatted(workload.id(), target, load));
        List<PreflightFinding> found = new ArrayList<>();
        new AgentlessCheck()
                .find(new CheckInput(profile, List.of(workload), List.of(), List.of(), List.of()), found::add);
        return found;
    }
}
