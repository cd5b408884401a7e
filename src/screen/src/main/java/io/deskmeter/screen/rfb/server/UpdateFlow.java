package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.message.EnableContinuousUpdates;
import io.deskmeter.screen.rfb.message.FramebufferUpdateRequest;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import java.util.function.Consumer;

/**
 * Requests changes. If the server offers continuous updates, it sends changes as they happen; else each decoded update
 * is followed by a request for the next. After a resize the whole screen is requested again.
 */
public final class UpdateFlow {
    private final Canvas canvas;
    private final Consumer<ClientMessage> out;
    private boolean continuous;

    public UpdateFlow(Canvas canvas, Consumer<ClientMessage> out) {
        this.canvas = canvas;
        this.out = out;
    }

    /** Requests the whole screen. */
    public void start() {
        out.accept(new FramebufferUpdateRequest(false, area()));
    }

    /** An update has been decoded. */
    public void afterUpdate() {
        if (canvas.takeResized()) {
            if (continuous) {
                enableContinuousUpdates();
            }
            start();
        } else if (!continuous) {
            out.accept(new FramebufferUpdateRequest(true, area()));
        }
    }

    /** The server offers continuous updates, or has ended them. */
    void enableContinuousUpdates() {
        continuous = true;
        out.accept(new EnableContinuousUpdates(true, area()));
    }

    private Rect area() {
        return canvas.bounds();
    }
}
