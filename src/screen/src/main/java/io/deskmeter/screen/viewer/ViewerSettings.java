package io.deskmeter.screen.viewer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How to run a viewer.
 *
 * @param width of its display and of the desktop that it asks for, in pixels, 1 to 8192
 * @param height the same
 * @param environment added to the minimal environment of all its processes; for the mark that identifies them, and PATH
 * @param serverArguments added to those of its Xvfb, such as {@code -fbdir DIR}
 * @param connectTimeout until its first frame
 * @param unpainted whether frames are shown as soon as the client's window covers the display, painted or not, for
 *     callers that time a logon and evaluate the pictures themselves; else from the first picture of the desktop
 * @param folder for its private files while it runs
 */
public record ViewerSettings(
        int width,
        int height,
        Map<String, String> environment,
        List<String> serverArguments,
        Duration connectTimeout,
        boolean unpainted,
        Path folder) {
    private static final int MOST_PIXELS = 8192;

    public ViewerSettings {
        if (width < 1 || width > MOST_PIXELS || height < 1 || height > MOST_PIXELS) {
            throw new IllegalArgumentException(
                    "size: " + width + "x" + height + " (expected: 1x1 to " + MOST_PIXELS + "x" + MOST_PIXELS + ")");
        }
        if (connectTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("connectTimeout: " + connectTimeout + " (expected: at least 1 ms)");
        }
        environment = Map.copyOf(environment);
        serverArguments = List.copyOf(serverArguments);
    }

    /** 30 s to connect; private files in the temporary folder of the machine. */
    public static ViewerSettings of(int width, int height) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        return new ViewerSettings(width, height, Map.of(), List.of(), Duration.ofSeconds(30), false, temporary);
    }

    public ViewerSettings withEnvironment(Map<String, String> added) {
        return new ViewerSettings(width, height, added, serverArguments, connectTimeout, unpainted, folder);
    }

    public ViewerSettings withServerArguments(List<String> added) {
        return new ViewerSettings(width, height, environment, added, connectTimeout, unpainted, folder);
    }

    public ViewerSettings withConnectTimeout(Duration limit) {
        return new ViewerSettings(width, height, environment, serverArguments, limit, unpainted, folder);
    }

    public ViewerSettings withFolder(Path parent) {
        return new ViewerSettings(width, height, environment, serverArguments, connectTimeout, unpainted, parent);
    }

    /** Shows from the start what the client paints, see {@code unpainted}. */
    public ViewerSettings fromTheStart() {
        return new ViewerSettings(width, height, environment, serverArguments, connectTimeout, true, folder);
    }
}
