package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.PixelLayout;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;

/**
 * One colour, a JPEG picture, or filtered rows in one of four zlib streams (the community's "rfbproto", Tight
 * encoding). A rectangle's data is at most 4 MiB long, the largest length that the format can express.
 */
final class TightDecoder implements RectDecoder {
    private static final int STREAMS = 4;
    private static final int FILL = 8;
    private static final int JPEG = 9;
    private static final int STREAM_MASK = 3;
    private static final int FILTER_FOLLOWS = 4;
    private static final int PALETTE_FILTER = 1;
    private static final int GRADIENT_FILTER = 2;
    /** Data shorter than this is not compressed. */
    private static final int MIN_COMPRESSED_BYTES = 12;

    /** Of a JPEG picture, in pixels: a multiple of the blocks to which encoders round it up. */
    private static final int JPEG_TILE = 16;

    /**
     * No tile of a JPEG picture needs more: 12 blocks (three colours, none of them in fewer pixels) of 64 coefficients,
     * each with a code of at most 16 bits and a value of at most 11, and a stuffed byte after each of their bytes.
     */
    private static final long JPEG_TILE_BYTES = 2L * 12 * 64 * (16 + 11) / 8;

    /** Far more than the tables of a JPEG picture need; with room for a comment, or a colour profile. */
    private static final long JPEG_HEADER_BYTES = 64 << 10;

    /** What is to be read next. */
    private enum Stage {
        CONTROL,
        FILL,
        FILTER,
        PALETTE,
        LENGTH,
        DATA,
        DONE
    }

    private final DecoderBuffers bench;
    private final PixelLayout layout;
    private final ZlibStream[] streams = new ZlibStream[STREAMS];
    private final TightFilter.Copy copy;
    private final TightFilter.Gradient gradient;
    private final JpegPainter jpeg = new JpegPainter();
    private Stage stage = Stage.DONE;
    private Rect rect = new Rect(0, 0, 0, 0);
    private int kind;
    private TightFilter filter;
    private int length;

    TightDecoder(DecoderBuffers bench) {
        this.bench = bench;
        layout = bench.format().tightPixels();
        copy = new TightFilter.Copy(layout);
        gradient = new TightFilter.Gradient(layout);
        filter = copy;
        for (int i = 0; i < STREAMS; i++) {
            streams[i] = new ZlibStream(bench);
        }
    }

    @Override
    public void begin(Rect rect, Canvas canvas) throws ScreenException {
        canvas.paint(rect);
        this.rect = rect;
        stage = Stage.CONTROL;
    }

    @Override
    public boolean advance(ReceiveBuffer in, Canvas canvas) throws ScreenException {
        while (stage != Stage.DONE) {
            boolean read = switch (stage) {
                case CONTROL -> control(in);
                case FILL -> fill(in, canvas);
                case FILTER -> filter(in);
                case PALETTE -> palette(in);
                case LENGTH -> length(in);
                case DATA -> data(in, canvas);
                case DONE -> true;
            };
            if (!read) {
                return false;
            }
        }
        return true;
    }

    private boolean control(ReceiveBuffer in) throws ScreenException {
        if (!in.has(1)) {
            return false;
        }
        int control = in.u8();
        for (int i = 0; i < STREAMS; i++) {
            if ((control >> i & 1) != 0) {
                streams[i].reset();
            }
        }
        kind = control >> 4;
        if (kind > JPEG) {
            throw new ScreenException("Tight: compression " + kind + " (expected: 0 to 9)");
        } else if (kind == FILL) {
            stage = Stage.FILL;
        } else if (kind == JPEG) {
            stage = Stage.LENGTH;
        } else if ((kind & FILTER_FOLLOWS) != 0) {
            stage = Stage.FILTER;
        } else {
            useFilter(copy);
        }
        return true;
    }

    private boolean fill(ReceiveBuffer in, Canvas canvas) {
        if (!in.has(layout.bytes())) {
            return false;
        }
        canvas.fill(rect.x(), rect.y(), rect.width(), rect.height(), in.pixel(layout));
        stage = Stage.DONE;
        return true;
    }

    private boolean filter(ReceiveBuffer in) throws ScreenException {
        if (!in.has(1)) {
            return false;
        }
        int chosen = in.u8();
        if (chosen > GRADIENT_FILTER) {
            throw new ScreenException("Tight: filter " + chosen + " (expected: 0 to 2)");
        } else if (chosen == PALETTE_FILTER) {
            stage = Stage.PALETTE;
        } else {
            useFilter(chosen == GRADIENT_FILTER ? gradient : copy);
        }
        return true;
    }

    private boolean palette(ReceiveBuffer in) {
        if (!in.has(1)) {
            return false;
        }
        int size = in.peek(0) + 1;
        if (!in.has(1 + size * layout.bytes())) {
            return false;
        }
        in.skip(1);
        int[] colours = new int[size];
        in.pixels(layout, colours, 0, size);
        useFilter(new TightFilter.Palette(colours));
        return true;
    }

    private void useFilter(TightFilter chosen) {
        filter = chosen;
        length = filter.rowBytes(rect.width()) * rect.height();
        stage = isCompressed() ? Stage.LENGTH : Stage.DATA;
    }

    private boolean isCompressed() {
        return filter.rowBytes(rect.width()) * rect.height() >= MIN_COMPRESSED_BYTES;
    }

    /**
     * Seven bits a byte, the low ones first. The eighth bit means that another byte follows, except in the third byte,
     * where all bits count.
     */
    private boolean length(ReceiveBuffer in) throws ScreenException {
        int value = 0;
        for (int i = 0; i < 3; i++) {
            if (!in.has(i + 1)) {
                return false;
            }
            int part = in.peek(i);
            value |= (i < 2 ? part & 0x7F : part) << (7 * i);
            if (i == 2 || part < 0x80) {
                in.skip(i + 1);
                break;
            }
        }
        length = kind == JPEG
                ? RfbLimits.checkLength("Tight: JPEG data of " + rect, value, maxJpegBytes(), RfbLimits.BROKEN)
                : RfbLimits.checkLength("Tight: data of " + rect, value, maxZlibBytes(), RfbLimits.BROKEN);
        stage = Stage.DATA;
        return true;
    }

    private long maxJpegBytes() {
        return JPEG_HEADER_BYTES + JPEG_TILE_BYTES * tiles(rect.width()) * tiles(rect.height());
    }

    private static int tiles(int pixels) {
        return (pixels + JPEG_TILE - 1) / JPEG_TILE;
    }

    /**
     * zlib adds little to incompressible data (an eighth, with its worst settings); more than twice the size of the
     * pixels is invalid.
     */
    private long maxZlibBytes() {
        return 2L * filter.rowBytes(rect.width()) * rect.height() + 1024;
    }

    private boolean data(ReceiveBuffer in, Canvas canvas) throws ScreenException {
        if (!in.has(length)) {
            return false;
        }
        byte[] data = in.array();
        int at = in.position();
        in.skip(length);
        if (kind == JPEG) {
            jpeg.paint(data, at, length, rect, canvas);
        } else if (isCompressed()) {
            inflate(streams[kind & STREAM_MASK], data, at, canvas);
        } else {
            int rowBytes = filter.rowBytes(rect.width());
            filter.begin(rect.width());
            for (int row = 0; row < rect.height(); row++) {
                paint(data, at + row * rowBytes, row, canvas);
            }
        }
        stage = Stage.DONE;
        return true;
    }

    private void inflate(ZlibStream stream, byte[] data, int at, Canvas canvas) throws ScreenException {
        stream.begin(data, at, length);
        int rowBytes = filter.rowBytes(rect.width());
        byte[] line = bench.row(rowBytes);
        filter.begin(rect.width());
        for (int row = 0; row < rect.height(); row++) {
            stream.read(line, rowBytes);
            paint(line, 0, row, canvas);
        }
        stream.finish(rect);
    }

    private void paint(byte[] data, int at, int row, Canvas canvas) throws ScreenException {
        filter.row(data, at, canvas.pixels(), (rect.y() + row) * canvas.width() + rect.x(), rect.width());
    }

    @Override
    public void close() {
        for (ZlibStream stream : streams) {
            stream.close();
        }
    }
}
