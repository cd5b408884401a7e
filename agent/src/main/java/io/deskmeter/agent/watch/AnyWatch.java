package io.deskmeter.agent.watch;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code any}: true since the first of its parts became true. */
final class AnyWatch extends PartsWatch {
    AnyWatch(List<Watch> parts) {
        super("any", parts);
    }

    @Override
    public boolean holdsAlready() {
        return parts().stream().anyMatch(Watch::holdsAlready);
    }

    @Override
    public @Nullable WatchResult answer(long now) {
        WatchResult earliest = null;
        for (Watch part : parts()) {
            WatchResult answer = part.answer(now);
            if (answer != null && (earliest == null || answer.shownAt() < earliest.shownAt())) {
                earliest = answer;
            }
        }
        return earliest;
    }

    @Override
    public OptionalLong holdsUnlessChangedBy() {
        return parts().stream()
                .map(Watch::holdsUnlessChangedBy)
                .flatMapToLong(OptionalLong::stream)
                .min();
    }
}
