package io.deskmeter.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckProgram;
import io.deskmeter.link.v1.CheckSeverity;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCheckTest {
    private static final SearchPath PATH = new SearchPath("/usr/bin:/bin");
    private static final String LIST = "agent program list";

    @Test
    void aProgramThatOnlyTheProfileNamesIsFoundBeforeTheRun() {
        List<CheckFinding> findings = look().forTarget(viewer("/bin/sh", "-c", "true ${host}"));
        assertThat(findings)
                .filteredOn(finding -> finding.getWhat().equals(LIST))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.getWhere()).isEqualTo("agent a-1 on gen-1");
                    assertThat(finding.getValue()).startsWith("/bin/sh ");
                    assertThat(finding.getExpected()).contains("vncviewer");
                    assertThat(finding.getRemedy()).endsWith("start its agent with --allow-program /bin/sh");
                });
    }

    @Test
    void anAllowedProgramIsNotAFinding() {
        assertThat(look("/bin/sh").forTarget(viewer("/bin/sh", "-c", "true ${host}")))
                .noneMatch(finding -> finding.getWhat().equals(LIST));
    }

    @Test
    void aMissingApplicationIsNamedWithItsPackages() {
        CheckProgram missing = CheckProgram.newBuilder()
                .setWorkload("office/none")
                .putPrograms("linux", "no-such-program")
                .addPackages("none-bin")
                .addPackages("none-data")
                .build();
        CheckProgram there = CheckProgram.newBuilder()
                .setWorkload("office/shell")
                .putPrograms("linux", "sh")
                .build();
        CheckProgram unnamed = missing.toBuilder().clearPackages().build();
        assertThat(look().applications(List.of(missing, there, unnamed)))
                .satisfiesExactly(
                        finding -> {
                            assertThat(finding.getWhere()).isEqualTo("office/none, agent a-1 on gen-1");
                            assertThat(finding.getValue()).isEqualTo("not found on PATH, /usr/bin:/bin");
                            assertThat(finding.getExpected()).isEqualTo("the program no-such-program");
                            assertThat(finding.getRemedy()).isEqualTo("on Debian, apt-get install none-bin none-data");
                        },
                        finding -> assertThat(finding.getRemedy()).isEqualTo("install it there"));
    }

    /** The command of a browser starts a script: the shell is there, and the browser is not. */
    @Test
    void aMissingPackageIsNamedThoughTheCommandBeginsWithAProgramThatIsThere(@TempDir Path folder) throws IOException {
        Path status = Files.writeString(folder.resolve("status"), """
                Package: fonts-liberation2
                Status: install ok installed
                Description: Status: none

                Package: chromium
                Status: deinstall ok config-files
                """);
        CheckProgram browser = CheckProgram.newBuilder()
                .setWorkload("web/album")
                .putPrograms("linux", "sh")
                .putPrograms("windows", "sh")
                .addAllPackages(List.of("chromium", "fonts-liberation2", "firefox-esr"))
                .build();
        CheckProgram content =
                browser.toBuilder().putPrograms("linux", "${content}/run").build();
        assertThat(look("linux", status).applications(List.of(browser, content)))
                .hasSize(2)
                .allSatisfy(finding -> {
                    assertThat(finding.getSeverity()).isEqualTo(CheckSeverity.CHECK_SEVERITY_WARNING);
                    assertThat(finding.getWhere()).isEqualTo("web/album, agent a-1 on gen-1");
                    assertThat(finding.getValue()).isEqualTo("not installed: chromium, firefox-esr");
                    assertThat(finding.getRemedy()).isEqualTo("apt-get install chromium firefox-esr");
                });
        assertThat(look("windows", status).applications(List.of(browser))).isEmpty();
        assertThat(look("linux", folder.resolve("none")).applications(List.of(browser)))
                .as("not a Debian machine")
                .isEmpty();
        assertThat(look("linux", folder).applications(List.of(browser)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.getValue()).startsWith("installed packages are not known: "));
    }

    private static ProgramCheck look(String platform, Path status) {
        return new ProgramCheck(
                PATH, new AllowedPrograms(PATH, List.of()), platform, "agent a-1 on gen-1", new DebianPackages(status));
    }

    private static ProgramCheck look(String... allowed) {
        return new ProgramCheck(PATH, new AllowedPrograms(PATH, List.of(allowed)), "linux", "agent a-1 on gen-1");
    }

    private static Target viewer(String... command) {
        return new Target.ViewerHosts(
                List.of(command), Hosts.of(List.of("vdi-1.lab"), 5900), 1, Optional.empty(), 1280, 800);
    }
}
