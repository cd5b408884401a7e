package io.deskmeter.bench.density;

import io.deskmeter.agent.session.Surroundings;

/** How a watcher sees desktops. */
interface Eyes extends Surroundings.ScreenSource, AutoCloseable {
    @Override
    void close();

    static Eyes of(Watcher.Settings settings, Surroundings product) {
        return switch (settings.viewer()) {
            case RFB -> new ProductEyes(product.screens());
            case VNCVIEWER, XFREERDP ->
                throw new IllegalArgumentException(
                        "viewer: " + settings.viewer().word() + " (expected: rfb)");
        };
    }
}
