package io.deskmeter.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckProgram;
import io.deskmeter.link.v1.CheckSeverity;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.sound.analysis.TestTone;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SoundCheckTest {
    private static final String WHERE = "agent a-1 on gen-1";
    private static final CheckProgram PLAYS =
            CheckProgram.newBuilder().setWorkload("av/sync").setPlaysClip(true).build();

    private Path folder;
    private LocalDesktops desktops;

    @BeforeEach
    void open() throws Exception {
        folder = PrivateFolder.createIn(Path.of("/tmp"), "dms");
        desktops = LocalDesktops.open(Platforms.here(), folder.resolve("state"));
    }

    @AfterEach
    void close() throws Exception {
        desktops.close();
        PrivateFolder.remove(folder);
    }

    private static Optional<CheckFinding> found(double hertz, double decibels, double purity) {
        return SoundCheck.finding(new TestTone.Heard(hertz, decibels, purity), WHERE, "mpv has ended with 0");
    }

    @Test
    void aToneThatIsHeardIsNoFinding() {
        assertThat(found(1_000.2, -20.1, 0.99)).isEmpty();
        assertThat(found(996, -39, 0.6)).isEmpty();
    }

    @Test
    void eachFaultHasItsFinding() {
        assertThat(SoundCheck.finding(TestTone.Heard.NOTHING, WHERE, "mpv has ended with 1 No such device"))
                .hasValueSatisfying(finding -> {
                    assertThat(finding.getSeverity()).isEqualTo(CheckSeverity.CHECK_SEVERITY_ERROR);
                    assertThat(finding.getValue()).isEqualTo("nothing was heard; mpv has ended with 1 No such device");
                });
        assertThat(found(918.75, -20, 0.99)).hasValueSatisfying(finding -> {
            assertThat(finding.getValue()).isEqualTo("a tone of 919 Hz was heard");
            assertThat(finding.getRemedy()).contains("at 44100 Hz");
        });
        assertThat(found(1_000, -45, 0.99))
                .hasValueSatisfying(
                        finding -> assertThat(finding.getSeverity()).isEqualTo(CheckSeverity.CHECK_SEVERITY_WARNING));
        assertThat(found(1_000, -20, 0.2))
                .hasValueSatisfying(finding ->
                        assertThat(finding.getValue()).isEqualTo("something else was heard: 20 % of it are the tone"));
    }

    private List<CheckFinding> look(String path, CheckProgram program) throws Exception {
        return new SoundCheck(desktops, new SearchPath(path), WHERE, ForkJoinPool.commonPool())
                .look(List.of(program), TimeUnit.SECONDS.toNanos(30))
                .get();
    }

    @Test
    void nothingIsPlayedWhereNoClipIs() throws Exception {
        assertThat(look("/nowhere", PLAYS.toBuilder().setPlaysClip(false).build()))
                .isEmpty();
        assertThat(look("/nowhere", PLAYS))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.getValue()).isEqualTo("not tried: neither mpv nor paplay was found"));
    }

    @Test
    void aRealPlayerIsHeard() throws Exception {
        assumePlayer();
        assertThat(look(System.getenv("PATH"), PLAYS)).isEmpty();
        assertThat(folder.resolve("state/s")).isEmptyDirectory();
    }

    /** The player ends without a sound. */
    @Test
    void aPlayerThatPlaysNothingIsFound() throws Exception {
        assumePlayer();
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path silent = bin.resolve("mpv");
        Files.writeString(silent, "#!/bin/sh\necho no device; exit 3\n");
        assertThat(silent.toFile().setExecutable(true)).isTrue();
        desktops.close();
        desktops = LocalDesktops.open(Platforms.here(), folder.resolve("state"), bin + ":" + System.getenv("PATH"));
        assertThat(look(bin + ":" + System.getenv("PATH"), PLAYS))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.getSeverity()).isEqualTo(CheckSeverity.CHECK_SEVERITY_ERROR);
                    assertThat(finding.getValue()).isEqualTo("nothing was heard; mpv has ended with 3 no device");
                });
    }

    private static void assumePlayer() {
        SearchPath path = new SearchPath(System.getenv("PATH"));
        for (String player : List.of("mpv", "paplay")) {
            try {
                path.find(player);
                return;
            } catch (ProgramException missing) {
                // The next one will do.
            }
        }
        Assumptions.abort("skipped: neither mpv nor paplay is on the PATH; install mpv");
    }
}
