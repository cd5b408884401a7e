package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.encoding.Decoders;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.Unfinished;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The last step: messages until the connection ends. */
public final class ServerMessages implements ReadStep, AutoCloseable {
    private static final Map<Integer, String> WORDS = Map.of(
            0, "update", 1, "palette", 2, "bell", 3, "clipboard text", 150, "end of continuous updates", 248, "fence");

    private final Map<Integer, ServerMessage> byType;
    private final Canvas canvas;
    private final RfbLimits limits;
    private @Nullable ServerMessage current;
    private int type;
    /** The number of pictures, and of bytes, when the last one was seen. */
    private long pictures;

    private long pictureAt;

    /**
     * @param canvas where updates are painted
     * @param decoders of the rectangles; closed with this object
     * @param listener receives each update
     */
    public ServerMessages(
            Canvas canvas,
            Decoders decoders,
            UpdateFlow flow,
            RfbLimits limits,
            Consumer<ClientMessage> out,
            UpdateListener listener) {
        this.canvas = canvas;
        this.limits = limits;
        byType = Map.of(
                0, new FramebufferUpdate(canvas, decoders, listener),
                1, new SetColourMapEntries(),
                2, in -> true, // Bell: nobody listens
                3, new ServerCutText(limits),
                150, new EndOfContinuousUpdates(flow),
                248, new ServerFence(out));
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        while (true) {
            ServerMessage message = current;
            if (message == null) {
                if (!in.has(1)) {
                    return null;
                }
                type = in.u8();
                message = byType(type);
                current = message;
            }
            boolean complete = message.advance(in);
            checkForPictures(in);
            if (!complete) {
                return null;
            }
            current = null;
        }
    }

    @Override
    public @Nullable Unfinished unfinished() {
        ServerMessage message = current;
        return message == null ? null : message.unfinished(WORDS.getOrDefault(type, ""));
    }

    private void checkForPictures(ReceiveBuffer in) throws ScreenException {
        if (canvas.pictures() != pictures) {
            pictures = canvas.pictures();
            pictureAt = in.consumed();
            return;
        }
        long max = limits.maxBytesWithoutPicture(
                (long) canvas.bounds().width() * canvas.bounds().height());
        // What waits for its end is kept, so it counts too.
        long without = in.consumed() + in.readable() - pictureAt;
        if (without > max) {
            throw new ScreenException("flood: " + without + " bytes without a picture, the last of a message of type "
                    + type + " (" + WORDS.get(type) + ") (expected: a picture within " + max
                    + " bytes; hint: see the server's log)");
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
