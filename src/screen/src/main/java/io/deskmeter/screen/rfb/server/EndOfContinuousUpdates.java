package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.rfb.wire.ReceiveBuffer;

/** The server supports continuous updates, or has stopped them. */
final class EndOfContinuousUpdates implements ServerMessage {
    private final UpdateFlow flow;

    EndOfContinuousUpdates(UpdateFlow flow) {
        this.flow = flow;
    }

    @Override
    public boolean advance(ReceiveBuffer in) {
        flow.enableContinuousUpdates();
        return true;
    }
}
