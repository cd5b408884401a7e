package io.deskmeter.bench.ue.ways;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.bench.process.Child;
import io.deskmeter.bench.process.Jvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/**
 * A session on a desktop of its own that a process within the desktop works, and sees through AWT: AWT belongs to one
 * display for life.
 */
final class AwtSession {
    private static final long LONGEST_MILLIS = TimeUnit.MINUTES.toMillis(30);

    /**
     * Through GTK a capture takes a seventh of the time that Java's own code for X takes, which is nearer to that on
     * Windows.
     */
    private static final List<String> AWT = List.of("-Djava.awt.headless=false", "-Dawt.robot.gtk=true");

    private AwtSession() {}

    /**
     * Makes a gesture; see {@link MadeGestures#in}.
     *
     * @param workloads the folder of the catalog
     * @param folder empty, with a short name
     */
    static MadeGestures make(Path workloads, RepeatedGesture gesture, int repeats, Path folder) throws Exception {
        Files.createDirectories(folder);
        try (LocalDesktops desktops = Way.AWT.desktops(folder.resolve("d"));
                Desktop desktop = desktops.start(0, WaySession.WIDTH, WaySession.HEIGHT);
                Child session = Child.start(
                        "awt-session",
                        Jvm.command(
                                AWT,
                                AwtSessionMain.class,
                                List.of(
                                        workloads.toString(),
                                        gesture.name(),
                                        Integer.toString(repeats),
                                        folder.resolve("s").toString())),
                        environment(desktop),
                        folder.resolve("log"))) {
            String line = session.await(AwtSessionMain.MADE, LONGEST_MILLIS);
            return JsonMapper.shared().readValue(line.substring(AwtSessionMain.MADE.length()), MadeGestures.class);
        }
    }

    private static Map<String, String> environment(Desktop desktop) throws Exception {
        String display = Files.readString(desktop.folder().resolve("display")).strip();
        return Map.of(
                "DISPLAY",
                ":" + display,
                "XAUTHORITY",
                desktop.folder().resolve("Xauthority").toString(),
                "HOME",
                desktop.home().toString());
    }
}
