package io.deskmeter.screen.x11.wire;

import io.deskmeter.screen.ScreenException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The server's connection setup, as far as it is needed, with one of its screens.
 *
 * @param idBase first of the resource identifiers of this client
 * @param imageOrder byte order of pixels
 * @param bitsPerPixel of pictures of the root window
 * @param scanlinePad bits to a multiple of which each row of a picture is padded
 */
public record ServerSetup(
        int idBase,
        int minKeycode,
        int maxKeycode,
        ByteOrder imageOrder,
        int root,
        int width,
        int height,
        int depth,
        int bitsPerPixel,
        int scanlinePad,
        int redMask,
        int greenMask,
        int blueMask) {
    private static final int TRUE_COLOR = 4;
    private static final int DIRECT_COLOR = 5;

    /**
     * Reads the server's message.
     *
     * @param data what follows the first eight bytes
     * @param screen which of the screens, from 0
     */
    static ServerSetup read(ByteBuffer data, int screen) throws ScreenException {
        try {
            return parse(data, screen);
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            throw new ScreenException(
                    "connection setup: " + data.limit() + " invalid bytes (expected: an X server)", e);
        }
    }

    private static ServerSetup parse(ByteBuffer data, int screen) throws ScreenException {
        int screens = data.get(20) & 0xFF;
        if (screen >= screens) {
            throw new ScreenException(
                    "screen " + screen + " of the display (expected: 0 to " + (screens - 1) + ", there are no more)");
        }
        int formats = data.get(21) & 0xFF;
        int at = 32 + ((data.getShort(16) & 0xFFFF) + 3) / 4 * 4;
        int formatsAt = at;
        at += formats * 8;
        for (int i = 0; i < screen; i++) {
            at = afterScreen(data, at);
        }
        int depth = data.get(at + 38) & 0xFF;
        int format = format(data, formatsAt, formats, depth);
        int visual = visual(data, at);
        return new ServerSetup(
                data.getInt(4),
                data.get(26) & 0xFF,
                data.get(27) & 0xFF,
                data.get(22) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN,
                data.getInt(at),
                data.getShort(at + 20) & 0xFFFF,
                data.getShort(at + 22) & 0xFFFF,
                depth,
                data.get(format + 1) & 0xFF,
                data.get(format + 2) & 0xFF,
                data.getInt(visual + 8),
                data.getInt(visual + 12),
                data.getInt(visual + 16));
    }

    private static int format(ByteBuffer data, int formatsAt, int formats, int depth) throws ScreenException {
        for (int i = 0; i < formats; i++) {
            int bits = data.get(formatsAt + i * 8 + 1) & 0xFF;
            if ((data.get(formatsAt + i * 8) & 0xFF) == depth && (bits == 16 || bits == 32)) {
                return formatsAt + i * 8;
            }
        }
        throw unusable(depth);
    }

    private static int visual(ByteBuffer data, int screenAt) throws ScreenException {
        int root = data.getInt(screenAt + 32);
        int at = screenAt + 40;
        for (int i = data.get(screenAt + 39) & 0xFF; i > 0; i--) {
            int visuals = data.getShort(at + 2) & 0xFFFF;
            at += 8;
            for (int j = 0; j < visuals; j++, at += 24) {
                int kind = data.get(at + 4);
                if (data.getInt(at) == root && (kind == TRUE_COLOR || kind == DIRECT_COLOR) && hasMasks(data, at)) {
                    return at;
                }
            }
        }
        throw unusable(data.get(screenAt + 38) & 0xFF);
    }

    private static boolean hasMasks(ByteBuffer data, int visual) {
        return data.getInt(visual + 8) != 0 && data.getInt(visual + 12) != 0 && data.getInt(visual + 16) != 0;
    }

    private static ScreenException unusable(int depth) {
        return new ScreenException(
                "depth: " + depth
                        + " bits of indexed or unusual colour (expected: TrueColor of 15, 16, 24 or 30 bits in 16 or 32; hint: start the X server with depth 24)");
    }

    private static int afterScreen(ByteBuffer data, int screenAt) {
        int at = screenAt + 40;
        for (int i = data.get(screenAt + 39) & 0xFF; i > 0; i--) {
            at += 8 + (data.getShort(at + 2) & 0xFFFF) * 24;
        }
        return at;
    }
}
