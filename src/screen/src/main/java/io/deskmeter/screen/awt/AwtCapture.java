package io.deskmeter.screen.awt;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.ScreenException;
import java.awt.AWTException;
import java.awt.DisplayMode;
import java.awt.GraphicsDevice;
import java.awt.GraphicsEnvironment;
import java.awt.Image;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Captures one monitor, in its native pixels at any scale of the desktop; owned by the screen's thread. */
final class AwtCapture {
    private static final boolean ON_X =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");

    /** Whether Java's robot captures through GTK; read when the robot is created. */
    private static final String BY_GTK = "awt.robot.gtk";

    private static final long MODE_NANOS = 250_000_000L;

    private final GraphicsDevice device;
    private final Robot robot;
    private double scale = 1;
    private @Nullable DisplayMode mode;
    private long modeAskedAt;

    private AwtCapture(GraphicsDevice device, Robot robot) {
        this.device = device;
        this.robot = robot;
    }

    static AwtCapture of(@Nullable String deviceName) throws ScreenException {
        if (GraphicsEnvironment.isHeadless()) {
            throw new ScreenException(
                    "AWT screen: this process is headless (expected: a desktop; hint: start it within a session, a Java with a display library, and -Djava.awt.headless=false)");
        }
        if (ON_X && System.getProperty(BY_GTK) == null) {
            // Older toolkits fetch a picture in pieces, so it may show a later drawing without an earlier one.
            System.setProperty(BY_GTK, "false");
        }
        try {
            GraphicsDevice device = device(deviceName);
            Robot robot = new Robot(device);
            robot.setAutoDelay(0);
            return new AwtCapture(device, robot);
        } catch (AWTException | SecurityException e) {
            throw new ScreenException(
                    "AWT screen: " + e.getMessage()
                            + " (expected: a desktop that permits captures and input; hint: on macOS allow screen recording and accessibility)",
                    e);
        }
    }

    private static GraphicsDevice device(@Nullable String name) throws ScreenException {
        GraphicsEnvironment environment = GraphicsEnvironment.getLocalGraphicsEnvironment();
        if (name == null) {
            return environment.getDefaultScreenDevice();
        }
        List<GraphicsDevice> devices = Arrays.asList(environment.getScreenDevices());
        return devices.stream()
                .filter(d -> d.getIDstring().equals(name))
                .findFirst()
                .orElseThrow(() -> new ScreenException("device: \"" + name + "\" (expected: one of "
                        + devices.stream().map(GraphicsDevice::getIDstring).toList() + ")"));
    }

    Robot robot() {
        return robot;
    }

    /** The monitor as it is now. */
    Frame capture() {
        Rectangle place = place();
        List<Image> variants = robot.createMultiResolutionScreenCapture(place).getResolutionVariants();
        // The last one has the monitor's native pixels.
        Image sharpest = variants.get(variants.size() - 1);
        int width = sharpest.getWidth(null);
        int height = sharpest.getHeight(null);
        scale = (double) width / place.width;
        if (sharpest instanceof BufferedImage image
                && image.getRaster().getDataBuffer() instanceof DataBufferInt data) {
            return new Frame(width, height, data.getData());
        }
        BufferedImage copy = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        var graphics = copy.createGraphics();
        graphics.drawImage(sharpest, 0, 0, null);
        graphics.dispose();
        return new Frame(width, height, ((DataBufferInt) copy.getRaster().getDataBuffer()).getData());
    }

    /**
     * Where the monitor is. Newer versions of Java keep the size that an X display had when they first read it; only the display mode has the current
     * size (observed with 17.0.21). Reading the mode may take a request to the server, so it is not read at every capture.
     */
    private Rectangle place() {
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

    /** Moves the pointer to a pixel of the last capture. */
    void point(int x, int y) {
        Rectangle place = place();
        robot.mouseMove(place.x + (int) (x / scale), place.y + (int) (y / scale));
    }
}
