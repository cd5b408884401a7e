package io.deskmeter.agent.setup.stage;

import io.deskmeter.agent.setup.stage.StageResult.Grade;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.event.KeyEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import javax.imageio.ImageIO;

/** A setup in its window, with a person who types, and pictures of the screen: question, running, failed, done. */
final class SetupWindowScenario {
    private final Robot robot;
    private final Path pictures;

    private SetupWindowScenario(Robot robot, Path pictures) {
        this.robot = robot;
        this.pictures = pictures;
    }

    public static void main(String[] args) throws Exception {
        Robot robot = new Robot();
        robot.setAutoDelay(100);
        new SetupWindowScenario(robot, Path.of(args[0])).play();
        System.exit(0);
    }

    private void play() throws Exception {
        try (SetupWindow window =
                SetupWindow.open("desk-17.example.org", EnumSet.complementOf(EnumSet.of(AgentSetupStage.FILES)))) {
            CompletableFuture<Boolean> agreed = CompletableFuture.supplyAsync(
                    () -> window.asks("This changes settings of the machine: up to 12 of the profile measure."));
            picture("question");
            press(KeyEvent.VK_ENTER);
            if (!agreed.join()) {
                throw new IllegalStateException("answer: no (expected: yes, by Enter)");
            }
            window.begins(AgentSetupStage.PREFLIGHT);
            window.ended(StageResult.ok(
                    AgentSetupStage.PREFLIGHT,
                    "ok",
                    List.of("rights: root", "room: 12.4 GB free", "systemd: running")));
            window.begins(AgentSetupStage.ENROL);
            window.ended(new StageResult(
                    AgentSetupStage.ENROL, "already", Grade.WARNING, List.of("the controller was not asked")));
            window.begins(AgentSetupStage.OPTIMISE);
            picture("running");
            window.ended(StageResult.failed(
                    AgentSetupStage.OPTIMISE,
                    "8 set, 1 failed",
                    "apt-daily: /etc/systemd/system/apt-daily.timer: no space left on device"));
            window.says("restored", "apt-daily-upgrade: restored");
            window.finished("A stage failed. What was changed has been taken back.");
            picture("failed");
            CompletableFuture<Void> closed = CompletableFuture.runAsync(window::awaitClosed);
            press(KeyEvent.VK_ENTER);
            closed.join();
        }
        picture("closed");
    }

    private void press(int key) {
        robot.keyPress(key);
        robot.keyRelease(key);
    }

    private void picture(String name) throws IOException {
        robot.delay(1_500);
        robot.waitForIdle();
        Rectangle screen = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
        ImageIO.write(
                robot.createScreenCapture(screen),
                "png",
                pictures.resolve(name.toLowerCase(Locale.ROOT) + ".png").toFile());
    }
}
