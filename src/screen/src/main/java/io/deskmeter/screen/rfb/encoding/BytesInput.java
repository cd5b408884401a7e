package io.deskmeter.screen.rfb.encoding;

import javax.imageio.stream.ImageInputStreamImpl;

/** Part of an array as the input of an image reader, without a copy. */
final class BytesInput extends ImageInputStreamImpl {
    private final byte[] data;
    private final int start;
    private final int length;

    BytesInput(byte[] data, int start, int length) {
        this.data = data;
        this.start = start;
        this.length = length;
    }

    @Override
    public int read() {
        bitOffset = 0;
        return streamPos >= length ? -1 : data[start + (int) streamPos++] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int count) {
        bitOffset = 0;
        int left = length - (int) Math.min(length, streamPos);
        if (left == 0 && count > 0) {
            return -1;
        }
        int taken = Math.min(left, count);
        System.arraycopy(data, start + (int) streamPos, target, offset, taken);
        streamPos += taken;
        return taken;
    }

    @Override
    public long length() {
        return length;
    }
}
