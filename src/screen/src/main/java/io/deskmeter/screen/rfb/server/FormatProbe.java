package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.message.FramebufferUpdateRequest;
import io.deskmeter.screen.rfb.message.SetEncodings;
import io.deskmeter.screen.rfb.message.SetPixelFormat;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import io.deskmeter.screen.rfb.wire.ServerFormat;
import io.deskmeter.screen.rfb.wire.Unfinished;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a server ignores the pixel format that is set. It is asked for the middle of its picture in its own
 * format, and then in the wanted one, without compression; a server that ignores what is set sends the same bytes
 * twice. So does one whose picture changes in between, and happens to change to these bytes. So it is asked for both
 * formats in turn, again and again: only what has come with the same bytes each time counts, and colours that come as
 * they should, or bytes that differ, mean that nothing is known against the server. Only where the server's own format
 * is another one of the same length: pixels of another length cannot be read at all. Servers may answer in several
 * updates; none is asked again before its answer has begun, and what is left of an answer counts for nothing but the
 * first one. Owned by the session's executor.
 */
public final class FormatProbe implements ReadStep {
    /** Enough of a desktop to have colours. */
    private static final int WIDTH = 640;

    private static final int HEIGHT = 480;

    /**
     * Two readings of a pixel must differ by so much, summed over its three colours, that they are two colours for
     * people.
     */
    private static final int DIFFERENT = 96;

    /** Fewer pixels may look like anything. */
    private static final int LEAST_PIXELS = 16;

    /**
     * How often a picture is asked for, half of them in each format, before a server is said to ignore the format:
     * something that moves would have to change its colours and back with each request.
     */
    private static final int ANSWERS = 6;

    private final ServerFormat told;
    private final RfbPixelFormat ownFormat;
    private final RfbPixelFormat wanted;
    private final RfbLimits limits;
    private final Consumer<ClientMessage> out;
    private final Supplier<ReadStep> next;
    private final Rect area;
    private final PixelLayout ownLayout;
    private final PixelLayout wantedLayout;
    /** The first answer, and its colours. */
    private final byte[] first;

    private final int[] own;
    /** What would have other colours if its bytes had the wanted format. */
    private final BitSet coloured = new BitSet();
    /** Of the coloured pixels, what has come with the same bytes in each answer. */
    private final BitSet same = new BitSet();
    /** What has come in the current answer, with the same bytes as in the first one. */
    private final BitSet came = new BitSet();
    /** The pixels of the first answer, which may come in several updates. */
    private final BitSet kept = new BitSet();

    private final Map<Integer, ServerMessage> others;
    private int answers;
    private int right;
    private int covered;
    private int fresh;
    private boolean meetsSame;
    private @Nullable ServerMessage other;
    private boolean updating;
    private int rectangles;
    private Rect rect = new Rect(0, 0, 0, 0);
    private int row;
    private boolean begun;
    private long beganAt;

    private FormatProbe(
            ServerFormat told,
            RfbPixelFormat ownFormat,
            RfbPixelFormat wanted,
            Rect area,
            RfbLimits limits,
            Consumer<ClientMessage> out,
            Supplier<ReadStep> next) {
        this.told = told;
        this.ownFormat = ownFormat;
        this.wanted = wanted;
        this.limits = limits;
        this.out = out;
        this.next = next;
        this.area = area;
        this.ownLayout = ownFormat.pixels();
        this.wantedLayout = wanted.pixels();
        this.own = new int[area.width() * area.height()];
        this.first = new byte[own.length * ownLayout.bytes()];
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
            RfbPixelFormat wanted,
            Rect bounds,
            RfbLimits limits,
            Consumer<ClientMessage> out,
            Supplier<ReadStep> next) {
        Optional<RfbPixelFormat> own =
                told.settable().filter(format -> told.isAsLongAs(wanted) && !format.equals(wanted));
        if (own.isEmpty() || bounds.isEmpty()) {
            return Optional.empty();
        }
        int width = Math.min(WIDTH, bounds.width());
        int height = Math.min(HEIGHT, bounds.height());
        Rect area = new Rect((bounds.width() - width) / 2, (bounds.height() - height) / 2, width, height);
        FormatProbe probe = new FormatProbe(told, own.get(), wanted, area, limits, out, next);
        out.accept(new SetPixelFormat(own.get()));
        out.accept(new SetEncodings(List.of(Encoding.RAW.code())));
        out.accept(new FramebufferUpdateRequest(false, area));
        return Optional.of(probe);
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (!begun) {
            begun = true;
            beganAt = in.consumed();
        }
        while (true) {
            boolean wasUpdating = updating;
            boolean complete = updating ? update(in) : message(in);
            if (complete && wasUpdating && !updating && !goesOn(in)) {
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

    @Override
    public @Nullable Unfinished unfinished() {
        if (!updating) {
            return other == null ? null : Unfinished.of("palette or clipboard text");
        }
        return row < rect.height() ? new Unfinished("update", rect, Encoding.RAW.name()) : Unfinished.of("update");
    }

    /** Whether nothing of the first picture would have other colours in the other format, so that nothing is known. */
    public boolean isUndecided() {
        return coloured.cardinality() < LEAST_PIXELS;
    }

    /** An update has been read. Returns whether another one is awaited. */
    private boolean goesOn(ReceiveBuffer in) throws ScreenException {
        if (came.isEmpty() && answers == 0) {
            // It has no picture yet, and sends one when it has.
            out.accept(new FramebufferUpdateRequest(true, area));
            return true;
        }
        boolean whole = kept.cardinality() == own.length;
        if (answers == 0) {
            same.or(coloured);
        } else if (fresh > 0 || isRest()) {
            // The rest of the answer before, which has come in another update. That to the last request is awaited.
            boolean tells = same.cardinality() >= LEAST_PIXELS;
            clear();
            return tells || !whole;
        }
        same.and(came);
        answers++;
        int alike = same.cardinality();
        boolean mayTellLater = answers == 1 && !whole;
        if (!mayTellLater && (alike < LEAST_PIXELS || alike <= right)) {
            return false;
        }
        if (answers == ANSWERS) {
            throw new ScreenException(
                    "pixel format: the server ignores the pixel format that was set, and sends its own, " + told
                            + ": " + alike + " of " + coloured.cardinality()
                            + " coloured pixels had the same bytes in each of "
                            + ANSWERS + " pictures, half of them in another format"
                            + " (expected: pixels in the format that was set (RFC 6143, SetPixelFormat); hint: another server,"
                            + " or another depth of its desktop)");
        }
        clear();
        beganAt = in.consumed();
        out.accept(new SetPixelFormat(answers % 2 == 0 ? ownFormat : wanted));
        out.accept(new FramebufferUpdateRequest(false, area));
        return true;
    }

    /** Whether an update has come that shows nothing of what is compared. */
    private boolean isRest() {
        return covered > 0 && !meetsSame && same.cardinality() >= LEAST_PIXELS;
    }

    private void clear() {
        came.clear();
        right = 0;
        covered = 0;
        fresh = 0;
        meetsSame = false;
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
                throw new ScreenException(
                        "message type: " + type + " (expected: 0, 1, 2 or 3; " + RfbLimits.BROKEN + ")");
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
                    + " (expected: one that was requested; " + RfbLimits.BROKEN + ")");
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
                covered += width;
                if (answers == 0) {
                    keep(in.array(), from, to, width);
                } else if (answers == 1 && !kept.get(to)) {
                    keepRest(in.array(), from, to, width);
                } else {
                    compare(in.array(), from, to, width);
                }
            }
            in.skip((int) rowBytes);
            row++;
        }
        return row == rect.height();
    }

    private void keep(byte[] data, int from, int to, int count) {
        int bytes = ownLayout.bytes();
        System.arraycopy(data, from, first, to * bytes, count * bytes);
        ownLayout.pixels(data, from, own, to, count);
        int[] mistaken = new int[count];
        wantedLayout.pixels(data, from, mistaken, 0, count);
        for (int i = 0; i < count; i++) {
            coloured.set(to + i, distance(own[to + i], mistaken[i]) >= DIFFERENT);
            came.set(to + i);
        }
        kept.set(to, to + count);
    }

    /** Servers answer in turn: what has not come yet, comes before what has. */
    private void keepRest(byte[] data, int from, int to, int count) {
        keep(data, from, to, count);
        for (int at = to; at < to + count; at++) {
            same.set(at, coloured.get(at));
        }
        fresh += count;
    }

    private void compare(byte[] data, int from, int to, int count) {
        int bytes = ownLayout.bytes();
        int[] shown = new int[count];
        PixelLayout layout = answers % 2 == 0 ? ownLayout : wantedLayout;
        layout.pixels(data, from, shown, 0, count);
        for (int i = 0; i < count; i++) {
            int at = to + i;
            if (coloured.get(at)) {
                int its = from + i * bytes;
                meetsSame |= same.get(at);
                came.set(at, Arrays.equals(data, its, its + bytes, first, at * bytes, (at + 1) * bytes));
                right += answers % 2 == 1 && distance(shown[i], own[at]) < DIFFERENT / 3 ? 1 : 0;
            }
        }
    }

    private static int distance(int one, int other) {
        return Math.abs((one >> 16 & 0xFF) - (other >> 16 & 0xFF))
                + Math.abs((one >> 8 & 0xFF) - (other >> 8 & 0xFF))
                + Math.abs((one & 0xFF) - (other & 0xFF));
    }
}
