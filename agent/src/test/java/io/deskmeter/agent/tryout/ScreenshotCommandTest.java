package io.deskmeter.agent.tryout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.agent.AgentMain;
import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.screen.program.PrivateFolder;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program in a real desktop. */
@Tag("slow")
@Timeout(240)
class ScreenshotCommandTest {
    @Test
    void thePictureIsThatOfTheDesktop() throws Exception {
        for (String program : List.of("Xvnc", "openbox")) {
            assumeTrue(
                    Stream.of("/usr/bin", "/usr/local/bin").anyMatch(bin -> Files.isExecutable(Path.of(bin, program))),
                    program + " is not installed; ./deskmeter doctor says how to get it");
        }
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "dm");
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), folder.resolve("d"));
                Desktop desktop = desktops.start(0, 800, 600)) {
            Path picture = folder.resolve("screen.png");
            AppProcess program = screenshot(desktop, picture);
            assertThat(program.exited().get(100, TimeUnit.SECONDS))
                    .as(program.tail())
                    .isZero();
            assertThat(program.tail()).startsWith(picture + ": 800 x 600 pixels of ");
            BufferedImage image = ImageIO.read(picture.toFile());
            assertThat(List.of(image.getWidth(), image.getHeight())).isEqualTo(List.of(800, 600));
            AppProcess nowhere = screenshot(desktop, folder.resolve("none").resolve("screen.png"));
            assertThat(nowhere.exited().get(100, TimeUnit.SECONDS)).isEqualTo(2);
            assertThat(nowhere.tail()).startsWith("agent: screenshot: " + folder.resolve("none"));
        } finally {
            PrivateFolder.remove(folder);
        }
    }

    private static AppProcess screenshot(Desktop desktop, Path picture) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String path = System.getProperty("java.class.path");
        return desktop.launch(
                List.of(java, "-cp", path, AgentMain.class.getName(), "screenshot", picture.toString()),
                desktop.home());
    }
}
