package io.deskmeter.screen.rfb.wire;

/** Skips bytes as they arrive. */
public final class Skip {
    private long left;

    public void begin(long bytes) {
        left = bytes;
    }

    /** True when all are skipped. */
    public boolean advance(ReceiveBuffer in) {
        int now = (int) Math.min(left, in.readable());
        in.skip(now);
        left -= now;
        return left == 0;
    }
}
