package io.deskmeter.agent.setup.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.agent.AgentMain;
import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.screen.program.PrivateFolder;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The window in a real desktop. */
@Tag("slow")
@Timeout(240)
class SetupWindowTest {
    private static final int GREEN = 0x40C057;
    private static final int YELLOW = 0xFAB005;
    private static final int RED = 0xFA5252;
    private static final int BLUE = 0x228BE6;

    private static int count(Path picture, int colour) throws IOException {
        BufferedImage image = ImageIO.read(picture.toFile());
        int found = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                found += (image.getRGB(x, y) & 0xFFFFFF) == colour ? 1 : 0;
            }
        }
        return found;
    }

    @Test
    void aPersonIsAskedAndSeesTheStagesInTheirColours() throws Exception {
        for (String program : List.of("Xvnc", "openbox")) {
            assumeTrue(
                    Stream.of("/usr/bin", "/usr/local/bin").anyMatch(bin -> Files.isExecutable(Path.of(bin, program))),
                    program + " is not installed; ./deskmeter doctor says how to get it");
        }
        Path pictures =
                Files.createDirectories(Path.of("target", "setup-window").toAbsolutePath());
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "dm");
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), folder.resolve("d"));
                Desktop desktop = desktops.start(0, 1024, 768)) {
            AppProcess scenario = java(desktop, SetupWindowScenario.class.getName(), pictures.toString());
            assertThat(scenario.exited().get(100, TimeUnit.SECONDS))
                    .as(scenario.tail())
                    .isZero();
            for (int colour : List.of(GREEN, YELLOW, RED, BLUE)) {
                assertThat(count(pictures.resolve("question.png"), colour)).isZero();
                assertThat(count(pictures.resolve("closed.png"), colour)).isZero();
            }
            assertThat(count(pictures.resolve("running.png"), GREEN)).isPositive();
            assertThat(count(pictures.resolve("running.png"), YELLOW)).isPositive();
            assertThat(count(pictures.resolve("running.png"), BLUE)).isPositive();
            assertThat(count(pictures.resolve("running.png"), RED)).isZero();
            assertThat(count(pictures.resolve("failed.png"), RED)).isPositive();
            assertThat(count(pictures.resolve("failed.png"), BLUE)).isZero();

            // The command itself; what it would change is another user's.
            AppProcess command = java(
                    desktop,
                    AgentMain.class.getName(),
                    "setup",
                    "--window",
                    "--unattended",
                    "--dry-run",
                    "--scope",
                    "user",
                    "--profile",
                    "none");
            assertThat(command.exited().get(100, TimeUnit.SECONDS))
                    .as(command.tail())
                    .isZero();
            assertThat(command.tail()).contains("4/7 analyse");
            AppProcess nowhere = desktop.launch(
                    List.of(
                            "env",
                            "-u",
                            "DISPLAY",
                            javaProgram(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            AgentMain.class.getName(),
                            "setup",
                            "--window",
                            "--unattended",
                            "--dry-run",
                            "--scope",
                            "user"),
                    desktop.home());
            assertThat(nowhere.exited().get(100, TimeUnit.SECONDS)).isEqualTo(2);
            assertThat(nowhere.tail()).contains("--window: no display (expected: a session with a desktop");
        } finally {
            PrivateFolder.remove(folder);
        }
    }

    private static String javaProgram() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static AppProcess java(Desktop desktop, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(javaProgram(), "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        return desktop.launch(command, desktop.home());
    }
}
