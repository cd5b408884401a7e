package io.deskmeter.agent.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs that an agent starts in the session it runs in, and what they play. */
@Timeout(60)
class CurrentDesktopTest {
    private static final SoundListener NOBODY = new SoundListener() {
        @Override
        public void onBlock(SoundBlock block) {
            // Nothing is played.
        }

        @Override
        public void onLost(SoundException cause) {
            // Its end is not looked at.
        }
    };

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private Path folder;
    private CurrentDesktopProvider desktops;

    @BeforeEach
    void open() throws Exception {
        folder = PrivateFolder.createIn(Path.of("/tmp"), "dmc");
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.put("PULSE_SERVER", "unix:/of/the/session");
        environment.remove("PULSE_COOKIE");
        desktops = CurrentDesktopProvider.open(Platforms.here(), folder.resolve("state"), environment);
    }

    @AfterEach
    void close() throws Exception {
        desktops.close();
        executor.shutdownNow();
        PrivateFolder.remove(folder);
    }

    /** What a program sees of the variables. */
    private String soundOf(Desktop desktop) throws Exception {
        Path file = desktop.folder().resolve("seen");
        int code = desktop.launch(
                        List.of("sh", "-c", "echo \"$PULSE_SERVER $PULSE_COOKIE\" >'" + file + "'"), desktop.folder())
                .exited()
                .get(30, TimeUnit.SECONDS);
        assertThat(code).isZero();
        return Files.readString(file).strip();
    }

    @Test
    void programsPlayToTheServerOfTheSessionUnlessTheAgentListens() throws Exception {
        try (Desktop desktop = desktops.start(0, 800, 600)) {
            assertThat(soundOf(desktop)).isEqualTo("unix:/of/the/session");
            SoundSource source = desktop.listen(new SoundFormat(44_100, 2), NOBODY, executor);
            assertThat(source.format().rate()).isEqualTo(44_100);
            assertThat(soundOf(desktop))
                    .isEqualTo("unix:" + desktop.folder().resolve("sound") + " "
                            + desktop.folder().resolve("sound.cookie"));
            assertThatThrownBy(() -> desktop.listen(SoundFormat.STEREO_48K, NOBODY, executor))
                    .isInstanceOf(SoundException.class)
                    .hasMessageEndingWith("is heard already (expected: once)");
        }
    }

    @Test
    void aClosedDesktopIsNotHeardAndItsSocketIsGone() throws Exception {
        Desktop desktop = desktops.start(0, 800, 600);
        Path socket = desktop.folder().resolve("sound");
        desktop.listen(SoundFormat.STEREO_48K, NOBODY, executor);
        assertThat(socket).exists();
        desktop.close();
        assertThat(socket).doesNotExist();
        Desktop next = desktops.start(0, 800, 600);
        next.close();
        assertThatThrownBy(() -> next.listen(SoundFormat.STEREO_48K, NOBODY, executor))
                .isInstanceOf(SoundException.class)
                .hasMessageEndingWith("the session is closed (expected: open)");
    }

    /** A session within a session has long paths. */
    @Test
    void aFolderTooDeepForASocketGetsAPort() throws Exception {
        try (CurrentDesktopProvider deep = CurrentDesktopProvider.open(
                        Platforms.here(), folder.resolve("d".repeat(100)), System.getenv());
                Desktop desktop = deep.start(0, 800, 600)) {
            desktop.listen(SoundFormat.STEREO_48K, NOBODY, executor);
            assertThat(soundOf(desktop)).matches("tcp:127\\.0\\.0\\.1:\\d+ .*/sound\\.cookie");
        }
    }

    @Test
    void aTrialLeavesNothing() throws Exception {
        try (SoundTrial trial = desktops.soundTrial(NOBODY, executor)) {
            int code = trial.launch(
                            List.of("sh", "-c", "test -S \"${PULSE_SERVER#unix:}\" && test -f \"$PULSE_COOKIE\""))
                    .exited()
                    .get(30, TimeUnit.SECONDS);
            assertThat(code).isZero();
        }
        assertThat(folder.resolve("state/s")).isEmptyDirectory();
    }
}
