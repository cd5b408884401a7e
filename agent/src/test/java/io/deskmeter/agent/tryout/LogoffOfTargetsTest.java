package io.deskmeter.agent.tryout;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Commands that look at a target log off the user who logged on for it. */
class LogoffOfTargetsTest {
    private final VirtualTime time = new VirtualTime();
    private final ScriptedScreen screen = new ScriptedScreen(time, 64, 48);
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    @TempDir
    private Path folder;

    private static final String AGENTLESS = """
                desktopAgent: none
                content: /srv/deskmeter
                keyboard: { layout: us }
                launcher: { dialog: alt+F2 }
            """;

    private void logOff(String kind, String logoff) throws Exception {
        Path profile = folder.resolve("profile.yaml");
        Files.writeString(
                profile,
                "workloads: { workloads: [office/writer], iterations: 3 }\nload: { fixed: { sessions: 1 } }\ntarget:\n  "
                        + kind + ":\n    hosts: [\"desk:5901\"]\n" + AGENTLESS + logoff);
        Path accounts = folder.resolve("set.yaml");
        Files.writeString(accounts, "hosts: [\"desk:5901\"]\naccounts: [{ user: ada, password: secret }]\n");
        TargetHost.readWithoutPictures(profile, accounts, WorkloadCatalog.open(folder))
                .logOff(screen, gone, time);
    }

    @Test
    void theInputOfTheTargetIsSentUntilTheDisplayHasGone() throws Exception {
        screen.onInput((to, events) -> gone.complete(null));
        logOff("rdp", "    accounts: set\n    ready: { landmark: panel.png }\n    logoff: [{ keys: ctrl+alt+F9 }]\n");
        assertThat(screen.sent())
                .extracting(ScriptedScreen.Sent::events)
                .containsExactly(Keyboard.chord("ctrl+alt+F9"));
    }

    @Test
    void withoutItAndOnAVncDesktopNothingIsSent() throws Exception {
        logOff("rdp", "    accounts: set\n    ready: { landmark: panel.png }\n");
        logOff("vnc", "    logoff: [{ keys: ctrl+alt+F9 }]\n");
        assertThat(screen.sent()).isEmpty();
    }

    /** Also if no text field is found: somebody has logged on for it. */
    @Test
    void theCheckOfTheKeyboardLeavesADesktopThatHasShownAnything() throws Exception {
        KeyboardCommand command = new KeyboardCommand(Platforms.here());
        CommandLine unused = new CommandLine(command).setOut(new PrintWriter(new StringWriter()));
        List<String> left = new ArrayList<>();
        for (boolean shows : new boolean[] {true, false}) {
            command.prove(
                    List.of(new Step.Type("a")),
                    "desk:5901",
                    (reader, serial) -> {
                        if (shows) {
                            reader.onFrame(new FrameUpdate(new Frame(64, 48), List.of(new Rect(0, 0, 64, 48)), 0, 0));
                        }
                        reader.onLost(new ScreenException("gone"));
                        return screen;
                    },
                    (opened, gone, timers) -> left.add(shows + " " + (opened == screen) + " " + gone.isDone()));
        }
        assertThat(left).containsExactly("true true true");
        assertThat(screen.isClosed()).isTrue();
    }
}
