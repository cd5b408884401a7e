package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.message.FramebufferUpdateRequest;
import io.deskmeter.screen.rfb.message.SetEncodings;
import io.deskmeter.screen.rfb.message.SetPixelFormat;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.Limits;
import io.deskmeter.screen.rfb.wire.PixelFormat;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.ServerFormat;
import io.deskmeter.screen.rfb.wire.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a server ignores the pixel format that is set. It is asked for the middle of its picture in its own format first; these bytes are also read as if they had the wanted format, which is what a server
 * that ignores the format makes of its picture. The first picture in the wanted format is then compared with both. Only where the server's own format is another one of the same length: pixels of another length
 * cannot be read at all. Owned by the session's executor.
 */
public final class FormatProbe implements Step {
    /** Enough of a desktop to have colours. */
    private static final int WIDTH = 640;

    private static final int HEIGHT = 480;

    /** Two readings of a pixel must differ by so much, summed over its three colours, that loss cannot turn one into the other. */
    private static final int DIFFERENT = 96;

    /** Fewer pixels that have changed meanwhile may look like anything. */
    private static final int LEAST_PIXELS = 16;

    private final ServerFormat told;
    private final Limits limits;
    private final Supplier<Step> next;
    private final Rect area;
    private final PixelLayout ownLayout;
    private final PixelLayout wantedLayout;
    private final int[] own;
    private final int[] mistaken;
    private final Map<Integer, ServerMessage> others;
    private @Nullable ServerMessage other;
    private boolean updating;
    private int rectangles;
    private Rect rect = new Rect(0, 0, 0, 0);
    private int row;
    private long pixels;
    private boolean begun;
    private long beganAt;

    private FormatProbe(
            ServerFormat told,
            PixelFormat ownFormat,
            PixelFormat wanted,
            Rect area,
            Limits limits,
            Supplier<Step> next) {
        this.told = told;
        this.limits = limits;
        this.next = next;
        this.area = area;
        this.ownLayout = ownFormat.pixels();
        this.wantedLayout = wanted.pixels();
        this.own = new int[area.width() * area.height()];
        this.mistaken = new int[own.length];
        this.others = Map.of(1, new SetColourMapEntries(), 2, in -> true, 3, new ServerCutText(limits));
    }

    /**
     * Asks for the picture in the server's own format; empty where there is nothing to find out.
     *
     * @param bounds of the desktop
     * @param next sets the wanted format, and asks for the picture again
     */
    public static Optional<FormatProbe> ask(
            ServerFormat told,
            PixelFormat wanted,
            Rect bounds,
            Limits limits,
            Consumer<ClientMessage> out,
            Supplier<Step> next) {
        Optional<PixelFormat> own = told.settable().filter(format -> told.isAsLongAs(wanted) && !format.equals(wanted));
        if (own.isEmpty() || bounds.isEmpty()) {
            return Optional.empty();
        }
        int width = Math.min(WIDTH, bounds.width());
        int height = Math.min(HEIGHT, bounds.height());
        Rect area = new Rect((bounds.width() - width) / 2, (bounds.height() - height) / 2, width, height);
        out.accept(new SetPixelFormat(own.get()));
        out.accept(new SetEncodings(List.of(Encoding.RAW.code())));
        out.accept(new FramebufferUpdateRequest(false, area));
        return Optional.of(new FormatProbe(told, own.get(), wanted, area, limits, next));
    }

    @Override
    public @Nullable Step advance(ReceiveBuffer in) throws ScreenException {
        if (!begun) {
            begun = true;
            beganAt = in.consumed();
        }
        while (true) {
            boolean complete = updating ? update(in) : message(in);
            if (complete && pixels > 0 && !updating && other == null) {
                return next.get();
            }
            long without = in.consumed() + in.readable() - beganAt;
            long max = limits.maxBytesWithoutPicture((long) area.width() * area.height());
            if (without > max) {
                throw new ScreenException("flood: " + without + " bytes without a picture (expected: a picture within "
                        + max + " bytes; hint: see the server's log)");
            }
            if (!complete) {
                return null;
            }
        }
    }

    /** Returns whether a whole message, or the beginning of an update, has been read. */
    private boolean message(ReceiveBuffer in) throws ScreenException {
        ServerMessage current = other;
        if (current == null) {
            if (!in.has(1) || (in.peek(0) == 0 && !in.has(4))) {
                return false;
            }
            int type = in.u8();
            if (type == 0) {
                in.skip(1);
                rectangles = in.u16();
                updating = true;
                return true;
            }
            current = others.get(type);
            if (current == null) {
                throw new ScreenException("message type: " + type + " (expected: 0, 1, 2 or 3; " + Limits.BROKEN + ")");
            }
            other = current;
        }
        boolean complete = current.advance(in);
        other = complete ? null : current;
        return complete;
    }

    private boolean update(ReceiveBuffer in) throws ScreenException {
        while (true) {
            if (row < rect.height()) {
                if (!rows(in)) {
                    return false;
                }
            } else if (rectangles == 0) {
                updating = false;
                return true;
            } else if (!rectangle(in)) {
                return false;
            }
        }
    }

    private boolean rectangle(ReceiveBuffer in) throws ScreenException {
        if (!in.has(12)) {
            return false;
        }
        rectangles--;
        rect = new Rect(in.u16(), in.u16(), in.u16(), in.u16());
        row = 0;
        int code = in.s32();
        if (code != Encoding.RAW.code()) {
            throw new ScreenException("encoding: " + code + " of rectangle " + rect
                    + " (expected: one that was requested; " + Limits.BROKEN + ")");
        }
        limits.checkRectangle(rect, area);
        row = rect.width() == 0 ? rect.height() : 0;
        return true;
    }

    private boolean rows(ReceiveBuffer in) {
        int bytes = ownLayout.bytes();
        long rowBytes = (long) bytes * rect.width();
        while (row < rect.height() && in.has(rowBytes)) {
            int y = rect.y() + row - area.y();
            int left = Math.max(rect.x(), area.x());
            int width = Math.min(rect.right(), area.right()) - left;
            if (y >= 0 && y < area.height() && width > 0) {
                int from = in.position() + (left - rect.x()) * bytes;
                int to = y * area.width() + left - area.x();
                ownLayout.pixels(in.array(), from, own, to, width);
                wantedLayout.pixels(in.array(), from, mistaken, to, width);
                pixels += width;
            }
            in.skip((int) rowBytes);
            row++;
        }
        return row == rect.height();
    }

    /**
     * Why the picture in the wanted format is none; empty if it is one, or cannot be told from one, because it has no colours.
     *
     * @param frame the first whole picture
     */
    public Optional<String> ignored(Frame frame) {
        if (!frame.bounds().intersection(area).equals(area)) {
            return Optional.empty(); // another size meanwhile
        }
        int right = 0;
        int wrong = 0;
        for (int y = 0; y < area.height(); y++) {
            for (int x = 0; x < area.width(); x++) {
                int at = y * area.width() + x;
                if (distance(own[at], mistaken[at]) >= DIFFERENT) {
                    int shown = frame.pixels()[(area.y() + y) * frame.width() + area.x() + x];
                    right += distance(shown, own[at]) < DIFFERENT / 3 ? 1 : 0;
                    wrong += distance(shown, mistaken[at]) < DIFFERENT / 3 ? 1 : 0;
                }
            }
        }
        return wrong < LEAST_PIXELS || wrong <= right
                ? Optional.empty()
                : Optional.of(
                        "pixel format: the server ignores the pixel format that was set, and sends its own, " + told
                                + ": " + wrong + " of " + (wrong + right) + " coloured pixels are as that makes them"
                                + " (expected: pixels in the format that was set (RFC 6143, SetPixelFormat); hint: another server,"
                                + " or another depth of its desktop)");
    }

    private static int distance(int one, int other) {
        return Math.abs((one >> 16 & 0xFF) - (other >> 16 & 0xFF))
                + Math.abs((one >> 8 & 0xFF) - (other >> 8 & 0xFF))
                + Math.abs((one & 0xFF) - (other & 0xFF));
    }
}
