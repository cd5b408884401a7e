package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A condition that each frame decides by itself; remembers since which frame it has held. Does no work for frames that cannot alter it. */
abstract class FrameWatch implements Watch {
    private @Nullable WatchResult since;

    /** Whether the condition has been decided on a frame since it was armed, and nothing was missed after that. */
    private boolean decided;

    abstract boolean holdsIn(FrameUpdate update);

    /** Whether the update can have altered what {@link #holdsIn} said of the frame before it. */
    abstract boolean mayAlter(FrameUpdate update);

    @Override
    public void rearm() {
        decided = false;
    }

    @Override
    public final void see(long previousAt, FrameUpdate update) {
        if (decided && !mayAlter(update)) {
            return;
        }
        decided = true;
        if (!holdsIn(update)) {
            since = null;
        } else if (since == null) {
            since = new WatchResult(previousAt, update.arrivedAt(), update.arrivedAt());
        }
    }

    @Override
    public final @Nullable WatchResult answer(long now) {
        return since;
    }

    @Override
    public final OptionalLong holdsUnlessChangedBy() {
        return OptionalLong.empty();
    }
}
