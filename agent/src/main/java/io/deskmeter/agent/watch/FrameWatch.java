package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A condition that each frame decides by itself; remembers since which frame it has held. */
abstract class FrameWatch implements Watch {
    private @Nullable Answer since;

    abstract boolean holdsIn(FrameUpdate update);

    @Override
    public final void see(long previousAt, FrameUpdate update) {
        if (!holdsIn(update)) {
            since = null;
        } else if (since == null) {
            since = new Answer(previousAt, update.arrivedAt(), update.arrivedAt());
        }
    }

    @Override
    public final @Nullable Answer answer(long now) {
        return since;
    }

    @Override
    public final OptionalLong holdsUnlessChangedBy() {
        return OptionalLong.empty();
    }
}
