package io.deskmeter.agent.remote;

import io.deskmeter.agent.pairing.PairingCode;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import java.util.function.Consumer;

/**
 * Scans a session's display for a pairing code until it is stopped, and passes all frames on. Used on the screen's
 * executor only.
 */
final class PairingCodeScanner implements FrameListener {
    private final FrameListener next;
    private final PairingCodeReader reader;
    private final Consumer<PairingCode> seen;
    private boolean over;

    /** @param seen is called with the code at every frame that shows one */
    PairingCodeScanner(FrameListener next, PairingCodeReader reader, Consumer<PairingCode> seen) {
        this.next = next;
        this.reader = reader;
        this.seen = seen;
    }

    @Override
    public void onFrame(FrameUpdate update) {
        if (!over) {
            reader.read(update).ifPresent(seen);
        }
        next.onFrame(update);
    }

    @Override
    public void onLost(ScreenException cause) {
        stop();
        next.onLost(cause);
    }

    /** Frees its memory; idempotent. */
    void stop() {
        over = true;
        reader.close();
    }
}
