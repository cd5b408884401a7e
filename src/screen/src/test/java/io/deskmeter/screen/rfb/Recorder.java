package io.deskmeter.screen.rfb;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import java.util.ArrayList;
import java.util.List;

/** Records the calls of a listener. */
public class Recorder implements FrameListener {
    public record Seen(Frame frame, List<Rect> damage, long arrivedAt, long sequence) {}

    private final List<Seen> seen = new ArrayList<>();
    private final List<ScreenException> losses = new ArrayList<>();

    @Override
    public void onFrame(FrameUpdate update) {
        keep(update);
    }

    private synchronized void keep(FrameUpdate update) {
        seen.add(new Seen(update.frame().copy(), update.damage(), update.arrivedAt(), update.sequence()));
    }

    @Override
    public synchronized void onLost(ScreenException cause) {
        losses.add(cause);
    }

    public synchronized List<Seen> seen() {
        return List.copyOf(seen);
    }

    public synchronized Seen last() {
        return seen.get(seen.size() - 1);
    }

    public synchronized int pixel(int x, int y) {
        if (seen.isEmpty()) {
            return -1;
        }
        Frame frame = last().frame();
        return frame.pixels()[y * frame.width() + x] & 0xFFFFFF;
    }

    public synchronized List<ScreenException> losses() {
        return List.copyOf(losses);
    }

    public synchronized void forget() {
        seen.clear();
        losses.clear();
    }
}
