package io.deskmeter.screen.awt;

import io.deskmeter.screen.ScreenException;
import java.awt.AWTException;
import java.awt.DisplayMode;
import java.awt.GraphicsDevice;
import java.awt.GraphicsEnvironment;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.geom.AffineTransform;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One monitor: where it is on the desktop, and the scale of its pixels. Thread-safe. */
final class AwtMonitor {
    private static final boolean ON_X =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");

    /** Whether Java's robot captures through GTK; read when the robot is created. */
    private static final String BY_GTK = "awt.robot.gtk";

    private static final long MODE_NANOS = 250_000_000L;

    private final GraphicsDevice device;
    private double scale = 1;
    private @Nullable DisplayMode mode;
    private long modeAskedAt;

    private AwtMonitor(GraphicsDevice device) {
        this.device = device;
    }

    /** @param name null for the default one */
    static AwtMonitor of(@Nullable String name) throws ScreenException {
        if (GraphicsEnvironment.isHeadless()) {
            throw new ScreenException(
                    "AWT screen: this process is headless (expected: a desktop; hint: start it within a session, a Java with a display library, and -Djava.awt.headless=false)");
        }
        if (ON_X && System.getProperty(BY_GTK) == null) {
            // Older toolkits fetch a picture in pieces, so it may show a later drawing without an earlier one.
            System.setProperty(BY_GTK, "false");
        }
        GraphicsEnvironment environment = GraphicsEnvironment.getLocalGraphicsEnvironment();
        if (name == null) {
            return new AwtMonitor(environment.getDefaultScreenDevice());
        }
        List<GraphicsDevice> devices = Arrays.asList(environment.getScreenDevices());
        return new AwtMonitor(devices.stream()
                .filter(d -> d.getIDstring().equals(name))
                .findFirst()
                .orElseThrow(() -> new ScreenException("device: \"" + name + "\" (expected: one of "
                        + devices.stream().map(GraphicsDevice::getIDstring).toList() + ")")));
    }

    /** Another robot for it, without pauses of its own; for one thread. */
    Robot robot() throws ScreenException {
        try {
            Robot robot = new Robot(device);
            robot.setAutoDelay(0);
            return robot;
        } catch (AWTException | SecurityException e) {
            throw new ScreenException(
                    "AWT screen: " + e.getMessage()
                            + " (expected: a desktop that permits captures and input; hint: on macOS allow screen recording and accessibility)",
                    e);
        }
    }

    /**
     * Where the monitor is. Newer versions of Java keep the size that an X display had when they first read it; only
     * the display mode has the current size (observed with 17.0.21). Reading the mode may take a request to the server,
     * so it is not read at every capture.
     */
    synchronized Rectangle place() {
        Rectangle bounds = device.getDefaultConfiguration().getBounds();
        if (!ON_X) {
            return bounds;
        }
        long now = System.nanoTime();
        if (mode == null || now - modeAskedAt >= MODE_NANOS) {
            mode = device.getDisplayMode();
            modeAskedAt = now;
        }
        AffineTransform drawn = device.getDefaultConfiguration().getDefaultTransform();
        bounds.width = (int) Math.round(mode.getWidth() / drawn.getScaleX());
        bounds.height = (int) Math.round(mode.getHeight() / drawn.getScaleY());
        return bounds;
    }

    /** A capture had so many pixels for each of the desktop's. */
    synchronized void scaled(double pixels) {
        scale = pixels;
    }

    /** The place on the desktop of a pixel of the last capture. */
    synchronized Point at(int x, int y) {
        Rectangle place = place();
        return new Point(place.x + (int) (x / scale), place.y + (int) (y / scale));
    }
}
