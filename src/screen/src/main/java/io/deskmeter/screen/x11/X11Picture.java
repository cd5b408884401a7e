package io.deskmeter.screen.x11;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.shared.FrameDifference;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frame store of a screen; owned by its executor. */
final class X11Picture {
    private final X11PixelFormat format;
    private @Nullable Frame frame;
    private @Nullable Frame fresh;
    private long sequence;

    X11Picture(X11PixelFormat format) {
        this.format = format;
    }

    /** Copies a capture into the frame; null if that changes nothing. */
    @Nullable
    FrameUpdate take(CapturedParts shot) {
        Frame store = frame;
        List<Rect> damage;
        if (store == null || store.width() != shot.width() || store.height() != shot.height()) {
            store = new Frame(shot.width(), shot.height());
            frame = store;
            fresh = null;
            paint(shot, store);
            damage = List.of(store.bounds());
        } else if (shot.compare()) {
            damage = paintChanges(shot, store);
        } else {
            paint(shot, store);
            damage = shot.parts().stream().map(CapturedParts.Part::place).toList();
        }
        return damage.isEmpty() ? null : new FrameUpdate(store, damage, shot.arrivedAt(), ++sequence);
    }

    private List<Rect> paintChanges(CapturedParts shot, Frame store) {
        Frame next = fresh == null ? new Frame(store.width(), store.height()) : fresh;
        fresh = next;
        paint(shot, next);
        List<Rect> changes = FrameDifference.between(store, next);
        changes.forEach(change -> FrameDifference.copy(next, change, store));
        return changes;
    }

    private void paint(CapturedParts shot, Frame to) {
        SharedMemorySegment segment = shot.segment();
        for (CapturedParts.Part part : shot.parts()) {
            ByteBuffer own = part.pixels();
            if (own != null) {
                format.paint(own, part.place(), to);
            } else if (segment != null) {
                segment.read(shared -> format.paint(shared.position(part.offset()), part.place(), to));
            }
        }
    }
}
