package io.deskmeter.agent.authoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script, run by a real shell. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class LaunchScriptTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path home;

    @SuppressWarnings("NullAway.Init")
    private Path content;

    @BeforeEach
    void content() throws IOException {
        home = Files.createDirectories(folder.resolve("a home"));
        content = Files.createDirectories(folder.resolve("workload/content"));
        Files.writeString(content.resolve("prepare.sh"), "echo \"prepared $1\" >>\"$2/told\"\n");
        Files.writeString(content.resolve("report.txt"), "as it was");
    }

    @Test
    void itPreparesAFreshCopyAndStartsTheApplicationThere() throws Exception {
        Files.writeString(
                content.resolve("app.sh"),
                "echo \"$1|$2|$(cat report.txt)\" >>\"$HOME/told\"; echo changed >report.txt; pwd >>\"$HOME/told\"\n");
        Files.setPosixFilePermissions(content.resolve("report.txt"), PosixFilePermissions.fromString("r--r--r--"));
        Path script = script(List.of("sh", "${content}/app.sh", "it's $HOME", "file://${content}/x y"));
        for (int i = 0; i < 2; i++) {
            assertThat(launch(script, ":9").waitFor()).isZero();
        }
        String copy = home + "/.cache/deskmeter/display--9/content";
        assertThat(home.resolve("told")).content().isEqualTo("""
            prepared %1$s
            it's $HOME|file://%1$s/x y|as it was
            %1$s
            """.formatted(copy).repeat(2));
    }

    @Test
    void whatIsLeftRunningOnThisDisplayEndsFirst() throws Exception {
        Files.writeString(
                content.resolve("app.sh"),
                "[ -e \"$HOME/second\" ] && exit 0; : >\"$HOME/first$DISPLAY\"; sleep 60; echo survived >\"$HOME/told\"\n");
        Path script = script(List.of("sh", "${content}/app.sh"));
        Process first = launch(script, ":9");
        Process other = launch(script, ":10");
        try {
            for (String display : List.of(":9", ":10")) {
                while (!Files.exists(home.resolve("first" + display))) {
                    assertThat(first.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
                }
            }
            Files.createFile(home.resolve("second"));
            assertThat(launch(script, ":9").waitFor()).isZero();
            assertThat(first.isAlive()).isFalse();
            assertThat(other.isAlive()).isTrue();
        } finally {
            List.of(first, other).forEach(process -> {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            });
        }
    }

    @Test
    void whatIsLeftEndsWithoutAnotherLaunch() throws Exception {
        Path script = script(List.of("sh", "-c", "sleep 100 & sleep 100"));
        Path end = Files.writeString(script.resolveSibling("end.sh"), LaunchScript.end());
        Process first = launch(script, ":9");
        Process other = launch(script, ":10");
        try {
            while (!Files.exists(group(":9")) || !Files.exists(group(":10"))) {
                assertThat(first.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
            }
            assertThat(launch(end, ":9").waitFor()).isZero();
            assertThat(first.waitFor(5, TimeUnit.SECONDS)).isTrue();
            assertThat(other.isAlive()).isTrue();
            assertThat(launch(end, ":9").waitFor()).as("nothing is left").isZero();
        } finally {
            List.of(first, other).forEach(process -> {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            });
        }
    }

    private Path group(String display) {
        return home.resolve(".cache/deskmeter/display-" + display.replace(':', '-') + "/group");
    }

    @Test
    void aWorkloadThatNeedsADesktopAgentHasNone() {
        Workload workload = workload(List.of("true"), new Step.Keys(List.of("ctrl+s")));
        assertThatThrownBy(() -> LaunchScript.of(workload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("test/app/save: `run: [sh, ${content}/prepare.sh, ${content}, ${home}]`");
    }

    private Path script(List<String> command) throws IOException {
        Path exported = folder.resolve("exported");
        ContentFolders.copy(content, exported.resolve("content"));
        return Files.writeString(exported.resolve("launch.sh"), LaunchScript.of(workload(command, new Step.Launch())));
    }

    private Process launch(Path script, String display) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString());
        builder.environment().putAll(Map.of("HOME", home.toString(), "DISPLAY", display));
        builder.environment().remove("XDG_CACHE_HOME");
        return builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private static Workload workload(List<String> command, Step step) {
        Until until = new Until(new Condition.Appears("landmarks/a.png"), Duration.ofSeconds(1));
        Step prepare = new Step.Run(List.of("sh", "${content}/prepare.sh", "${content}", "${home}"));
        return new Workload(
                "test/app",
                "Test",
                "",
                new Application(Map.of("linux", command)),
                List.of(new Operation(
                        "save", Group.B, List.of(new Operation.Occurrence(List.of(prepare), List.of(step), until)))),
                Path.of("nowhere"),
                "checksum");
    }
}
