package io.deskmeter.bench.metrics;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.screen.rfb.RfbSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** How the picture of a desktop reaches the agent; the better the picture, the earlier here. */
enum Delivery {
    LOSSLESS("rfb lossless") {
        @Override
        ScreenConnector connector(LongSupplier nanoTime, Executor blocking) {
            return ScreenConnector.openRfb(nanoTime, RfbSettings.defaults());
        }
    },
    JPEG_5("rfb jpeg 5") {
        @Override
        ScreenConnector connector(LongSupplier nanoTime, Executor blocking) {
            return ScreenConnector.openRfb(nanoTime, RfbSettings.defaults().withJpegQuality(5));
        }
    },
    JPEG_0("rfb jpeg 0") {
        @Override
        ScreenConnector connector(LongSupplier nanoTime, Executor blocking) {
            return ScreenConnector.openRfb(nanoTime, RfbSettings.defaults().withJpegQuality(0));
        }
    },
    LOW_BANDWIDTH_RDP("xfreerdp low bandwidth") {
        @Override
        ScreenConnector connector(LongSupplier nanoTime, Executor blocking) throws DesktopException {
            return ScreenConnector.openXfreerdp(nanoTime, blocking, LOW_BANDWIDTH);
        }

        @Override
        LocalDesktops desktops(Path folder) throws DesktopException {
            return LocalDesktops.openOnPorts(Platforms.here(), folder);
        }
    };

    private static final List<String> LOW_BANDWIDTH = List.of("/bpp:8", "/network:modem", "/relax-order-checks");

    private final String words;

    Delivery(String words) {
        this.words = words;
    }

    /** As the table names it. */
    String words() {
        return words;
    }

    /** Displays desktops in this way. */
    abstract ScreenConnector connector(LongSupplier nanoTime, Executor blocking) throws DesktopException;

    /** Desktops that can be displayed in this way. */
    LocalDesktops desktops(Path folder) throws DesktopException {
        return LocalDesktops.open(Platforms.here(), folder);
    }
}
