package io.deskmeter.screen.rfb.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** One byte for each colour. */
final class ByteLayout extends PixelLayout {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final int red;
    private final int green;
    private final int blue;

    ByteLayout(int bytes, int red, int green, int blue) {
        super(bytes);
        this.red = red;
        this.green = green;
        this.blue = blue;
    }

    @Override
    public void pixels(byte[] data, int at, int[] target, int from, int count) {
        if (bytes() == 4 && red == 2 && green == 1 && blue == 0) {
            for (int i = 0; i < count; i++) {
                target[from + i] = (int) INTS.get(data, at + 4 * i) & 0xFFFFFF;
            }
            return;
        }
        int next = at;
        for (int i = from; i < from + count; i++, next += bytes()) {
            target[i] = colours(data, next);
        }
    }

    @Override
    public int colours(byte[] data, int at) {
        return (data[at + red] & 0xFF) << 16 | (data[at + green] & 0xFF) << 8 | (data[at + blue] & 0xFF);
    }

    @Override
    public int maxima() {
        return 0xFFFFFF;
    }

    @Override
    public int spread(int colours) {
        return colours;
    }
}
