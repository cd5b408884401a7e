package io.deskmeter.screen.awt;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.ScreenException;
import java.awt.Image;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.List;

/** Captures one monitor, in its native pixels at any scale of the desktop; owned by the thread of the captures. */
final class AwtCapture {
    private final AwtMonitor monitor;
    private final Robot robot;

    AwtCapture(AwtMonitor monitor) throws ScreenException {
        this.monitor = monitor;
        this.robot = monitor.robot();
    }

    /** The monitor as it is now. */
    Frame capture() {
        Rectangle place = monitor.place();
        List<Image> variants = robot.createMultiResolutionScreenCapture(place).getResolutionVariants();
        // The last one has the monitor's native pixels.
        Image sharpest = variants.get(variants.size() - 1);
        int width = sharpest.getWidth(null);
        int height = sharpest.getHeight(null);
        monitor.scaled((double) width / place.width);
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
}
