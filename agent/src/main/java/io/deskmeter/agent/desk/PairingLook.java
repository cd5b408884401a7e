package io.deskmeter.agent.desk;

import io.deskmeter.agent.pairing.PairingCode;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import java.util.function.Consumer;

/** Looks for a pairing code on a session's display until it is told to stop, and passes all on. On the screen's executor only. */
final class PairingLook implements FrameListener {
    private final FrameListener next;
    private final PairingCodeReader reader;
    private final Consumer<PairingCode> seen;
    private boolean over;

    /** @param seen hears of a code at every frame that shows it */
    PairingLook(FrameListener next, PairingCodeReader reader, Consumer<PairingCode> seen) {
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

    /** Frees what it remembers; idempotent. */
    void stop() {
        over = true;
        reader.close();
    }
}
