package io.deskmeter.screen.rfb.wire;

/** Colours of any number of bits anywhere in a pixel of 1 to 4 bytes. */
final class BitLayout extends PixelLayout {
    private final RfbPixelFormat format;
    private final int dropped;
    private final int[] reds;
    private final int[] greens;
    private final int[] blues;

    BitLayout(RfbPixelFormat format, int bytes, int dropped) {
        super(bytes);
        this.format = format;
        this.dropped = dropped;
        this.reds = spreading(format.redMax(), 16);
        this.greens = spreading(format.greenMax(), 8);
        this.blues = spreading(format.blueMax(), 0);
    }

    private static int[] spreading(int max, int shift) {
        int[] table = new int[max + 1];
        for (int i = 0; i <= max; i++) {
            table[i] = ((i * 255 + max / 2) / max) << shift;
        }
        return table;
    }

    @Override
    public void pixels(byte[] data, int at, int[] target, int from, int count) {
        int next = at;
        for (int i = from; i < from + count; i++, next += bytes()) {
            target[i] = pixel(data, next);
        }
    }

    @Override
    public int colours(byte[] data, int at) {
        int value = value(data, at);
        return (value >>> (format.redShift() - dropped) & format.redMax()) << 16
                | (value >>> (format.greenShift() - dropped) & format.greenMax()) << 8
                | (value >>> (format.blueShift() - dropped) & format.blueMax());
    }

    private int value(byte[] data, int at) {
        int value = 0;
        if (format.bigEndian()) {
            for (int i = 0; i < bytes(); i++) {
                value = value << 8 | (data[at + i] & 0xFF);
            }
        } else {
            for (int i = bytes() - 1; i >= 0; i--) {
                value = value << 8 | (data[at + i] & 0xFF);
            }
        }
        return value;
    }

    @Override
    public int maxima() {
        return format.redMax() << 16 | format.greenMax() << 8 | format.blueMax();
    }

    @Override
    public int spread(int colours) {
        return reds[colours >> 16] | greens[colours >> 8 & 0xFF] | blues[colours & 0xFF];
    }
}
