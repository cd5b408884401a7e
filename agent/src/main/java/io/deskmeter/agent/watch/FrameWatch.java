package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A condition that depends on a single frame; stores since which frame it has been true. Does no work for frames that cannot change it. */
abstract class FrameWatch implements Watch {
    private @Nullable WatchResult since;

    /** Whether the condition has been evaluated since it was armed, and no later frame was missed. */
    private boolean decided;

    abstract boolean holdsIn(FrameUpdate update);

    /** Whether the update can have changed the result of {@link #holdsIn} for the previous frame. */
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
