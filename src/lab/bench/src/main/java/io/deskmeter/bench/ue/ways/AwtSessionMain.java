package io.deskmeter.bench.ue.ways;

import io.deskmeter.agent.desktop.CurrentDesktopProvider;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.landmark.TemplateScreenMatcher;
import io.deskmeter.bench.session.SessionRunner;
import io.deskmeter.screen.awt.AwtScreens;
import io.deskmeter.screen.awt.AwtSettings;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes gestures on the desktop that it runs in, as a desktop agent on Windows would: captures the display through AWT,
 * and sends input through AWT. Prints {@value #MADE} and the {@link MadeGestures} as JSON on one line, and ends with
 * its input.
 */
final class AwtSessionMain {
    static final String MADE = "MADE ";

    private AwtSessionMain() {}

    /**
     * Makes them.
     *
     * @param arguments folder of the workloads, name of the gesture, repeats, folder for state
     */
    public static void main(String[] arguments) throws Exception {
        RepeatedGesture gesture = RepeatedGesture.valueOf(arguments[1]);
        MadeGestures made = make(
                WorkloadCatalog.open(Path.of(arguments[0])),
                gesture,
                Integer.parseInt(arguments[2]),
                Path.of(arguments[3]));
        System.out.println(MADE + JsonMapper.shared().writeValueAsString(made));
        awaitEndOfInput();
        System.exit(0); // AWT's threads are no daemons
    }

    private static MadeGestures make(WorkloadCatalog catalog, RepeatedGesture gesture, int repeats, Path state)
            throws Exception {
        MatcherBuffers buffers = new MatcherBuffers();
        try (SessionRunner runner = new SessionRunner("awt-session");
                AwtScreens screens = new AwtScreens(System::nanoTime);
                CurrentDesktopProvider desktop =
                        CurrentDesktopProvider.open(Platforms.here(), state, System.getenv())) {
            LocalSessionDesktops desktops = new LocalSessionDesktops(
                    desktop,
                    (own, listener, executor) -> screens.open(AwtSettings.defaults(), listener, executor),
                    Platforms.here().name(),
                    runner.blocking(),
                    System::nanoTime);
            return MadeGestures.in(
                    (workload, listener) -> {
                        Landmarks landmarks = Landmarks.load(List.of(workload));
                        return runner.runOnce(
                                workload,
                                WaySession.THINK,
                                desktops,
                                () -> new TemplateScreenMatcher(landmarks, buffers),
                                listener);
                    },
                    catalog,
                    gesture,
                    repeats);
        }
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // What comes says nothing.
        }
    }
}
