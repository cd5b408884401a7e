package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.encoding.Decoders;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.Limits;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.Step;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The last step: messages until the connection ends. */
public final class ServerMessages implements Step, AutoCloseable {
    private final Map<Integer, ServerMessage> byType;
    private @Nullable ServerMessage current;

    /**
     * @param canvas where updates are painted
     * @param decoders of the rectangles; closed with this object
     * @param listener receives each update
     */
    public ServerMessages(
            Canvas canvas,
            Decoders decoders,
            UpdateFlow flow,
            Limits limits,
            Consumer<ClientMessage> out,
            UpdateListener listener) {
        byType = Map.of(
                0, new FramebufferUpdate(canvas, decoders, listener),
                1, new SetColourMapEntries(),
                2, in -> true, // Bell: nobody listens
                3, new ServerCutText(limits),
                150, new EndOfContinuousUpdates(flow),
                248, new ServerFence(out));
    }

    @Override
    public @Nullable Step advance(ReceiveBuffer in) throws ScreenException {
        while (true) {
            ServerMessage message = current;
            if (message == null) {
                if (!in.has(1)) {
                    return null;
                }
                message = byType(in.u8());
                current = message;
            }
            if (!message.advance(in)) {
                return null;
            }
            current = null;
        }
    }

    private ServerMessage byType(int type) throws ScreenException {
        ServerMessage message = byType.get(type);
        if (message == null) {
            throw new ScreenException("message type: " + type + " (expected: 0, 1, 2, 3, 150 or 248)");
        }
        return message;
    }

    @Override
    public void close() {
        byType.values().forEach(ServerMessage::close);
    }
}
