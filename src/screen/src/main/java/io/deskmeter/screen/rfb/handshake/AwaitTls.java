package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * TLS is being established. Bytes that arrive outside of TLS now are refused, because an attacker may have inserted
 * them.
 */
final class AwaitTls implements ReadStep {
    private final Supplier<ReadStep> next;
    private boolean secured;

    AwaitTls(Supplier<ReadStep> next) {
        this.next = next;
    }

    void secured() {
        secured = true;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (secured) {
            return next.get();
        }
        if (in.readable() > 0) {
            throw new ScreenException("TLS: " + in.readable()
                    + " bytes before it is established (expected: none; possible man in the middle)");
        }
        return null;
    }
}
