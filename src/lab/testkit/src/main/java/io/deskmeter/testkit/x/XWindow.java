package io.deskmeter.testkit.x;

import io.deskmeter.screen.Rect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One window without a window manager, at the top left of the display, initially black, with the keyboard focus. Every
 * drawing call returns when the server has executed it.
 *
 * <p>Not thread-safe.
 */
public final class XWindow {
    private static final int CREATE_WINDOW = 1;
    private static final int CHANGE_ATTRIBUTES = 2;
    private static final int MAP_WINDOW = 8;
    private static final int CHANGE_PROPERTY = 18;
    private static final int SET_SELECTION_OWNER = 22;
    private static final int WARP_POINTER = 41;
    private static final int SET_INPUT_FOCUS = 42;
    private static final int OPEN_FONT = 45;
    private static final int CREATE_GC = 55;
    private static final int CHANGE_GC = 56;
    private static final int COPY_AREA = 62;
    private static final int FILL = 70;
    private static final int PUT_IMAGE = 72;
    private static final int CREATE_CURSOR = 94;
    /** The type of a list of atoms. */
    private static final int ATOM = 4;

    private static final int BACKGROUND = 0x2;
    private static final int OVERRIDE_REDIRECT = 0x200;
    private static final int EVENT_MASK = 0x800;
    private static final int CURSOR = 0x4000;
    private static final int KEYS_AND_BUTTONS = 0xF;
    private static final int PUT_IMAGE_WORDS = 6;

    private final XClient client;
    private final int window;
    private final int gc;

    /** Opens and shows it, at a size in pixels. */
    public XWindow(XClient client, int width, int height) throws IOException {
        this.client = client;
        this.window = client.newId();
        this.gc = client.newId();
        ByteBuffer create = XClient.request(CREATE_WINDOW, 0, 11);
        create.putInt(window).putInt(client.setup().root()).putInt(0);
        shorts(create, width, height, 0, 1).putInt(0);
        create.putInt(BACKGROUND | OVERRIDE_REDIRECT | EVENT_MASK)
                .putInt(0)
                .putInt(1)
                .putInt(KEYS_AND_BUTTONS);
        client.send(create);
        client.send(XClient.request(MAP_WINDOW, 0, 2).putInt(window));
        client.send(XClient.request(CREATE_GC, 0, 4).putInt(gc).putInt(window).putInt(0));
        client.sync();
        client.send(XClient.request(SET_INPUT_FOCUS, 1, 3).putInt(window).putInt(0));
        client.sync();
    }

    /** A rectangle of one colour, 0xRRGGBB. */
    public void fill(int colour, Rect place) throws IOException {
        client.send(XClient.request(CHANGE_GC, 0, 4).putInt(gc).putInt(0x4).putInt(colour));
        ByteBuffer fill = XClient.request(FILL, 0, 5).putInt(window).putInt(gc);
        client.send(shorts(fill, place.x(), place.y(), place.width(), place.height()));
        client.sync();
    }

    /**
     * Pixels, 0xRRGGBB, row by row.
     *
     * @param place of the same size as the pixels
     */
    public void image(int[] pixels, Rect place) throws IOException {
        int rows = Math.max(1, (client.setup().maxRequestBytes() / 4 - PUT_IMAGE_WORDS) / place.width());
        for (int y = 0; y < place.height(); y += rows) {
            int height = Math.min(rows, place.height() - y);
            int words = place.width() * height;
            ByteBuffer put = XClient.request(PUT_IMAGE, 2, PUT_IMAGE_WORDS + words);
            put.putInt(window).putInt(gc);
            shorts(put, place.width(), height, place.x(), place.y() + y);
            put.put((byte) 0).put((byte) client.setup().rootDepth()).putShort((short) 0);
            put.asIntBuffer().put(pixels, y * place.width(), words);
            client.send(put);
        }
        client.sync();
    }

    /** Copies a rectangle of the window to another place in it. */
    public void copy(Rect from, int toX, int toY) throws IOException {
        ByteBuffer copy =
                XClient.request(COPY_AREA, 0, 7).putInt(window).putInt(window).putInt(gc);
        client.send(shorts(copy, from.x(), from.y(), toX, toY, from.width(), from.height()));
        client.sync();
    }

    /** Gives the window a visible cursor: a filled red cross. */
    public void showCursor() throws IOException {
        int font = client.newId();
        int cursor = client.newId();
        client.send(shorts(XClient.request(OPEN_FONT, 0, 5).putInt(font), 6, 0)
                .put("cursor".getBytes(StandardCharsets.US_ASCII)));
        ByteBuffer create =
                XClient.request(CREATE_CURSOR, 0, 8).putInt(cursor).putInt(font).putInt(font);
        client.send(shorts(create, 90, 91, -1, 0, 0, -1, -1, -1));
        client.send(XClient.request(CHANGE_ATTRIBUTES, 0, 4)
                .putInt(window)
                .putInt(CURSOR)
                .putInt(cursor));
        client.sync();
    }

    /** Moves the pointer as an application would, without any client of a display protocol. */
    public void movePointer(int x, int y) throws IOException {
        ByteBuffer warp = XClient.request(WARP_POINTER, 0, 6).putInt(0).putInt(window);
        client.send(shorts(warp, 0, 0, 0, 0, x, y));
        client.sync();
    }

    /**
     * Says that an input method serves the programs of the display, as such programs do: it owns a selection of this
     * name, which the root window lists.
     *
     * @param name such as {@code @server=ibus}
     */
    public void announceInputMethod(String name) throws IOException {
        int atom = client.atom(name);
        client.send(XClient.request(SET_SELECTION_OWNER, 0, 4)
                .putInt(window)
                .putInt(atom)
                .putInt(0));
        ByteBuffer change = XClient.request(CHANGE_PROPERTY, 0, 7)
                .putInt(client.setup().root())
                .putInt(client.atom("XIM_SERVERS"))
                .putInt(ATOM);
        client.send(change.put((byte) 32).put(new byte[3]).putInt(1).putInt(atom));
        client.sync();
    }

    private static ByteBuffer shorts(ByteBuffer request, int... values) {
        for (int value : values) {
            request.putShort((short) value);
        }
        return request;
    }
}
