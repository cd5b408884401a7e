package io.deskmeter.agent.watch;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code all}: true since the last of its parts became true. */
final class AllWatch extends PartsWatch {
    AllWatch(List<Watch> parts) {
        super("all", parts);
    }

    @Override
    public boolean holdsAlready() {
        return parts().stream().allMatch(Watch::holdsAlready);
    }

    @Override
    public @Nullable WatchResult answer(long now) {
        WatchResult latest = null;
        long certainAt = Long.MIN_VALUE;
        for (Watch part : parts()) {
            WatchResult answer = part.answer(now);
            if (answer == null) {
                return null;
            }
            certainAt = Math.max(certainAt, answer.certainAt());
            latest = latest == null || answer.shownAt() > latest.shownAt() ? answer : latest;
        }
        return latest == null ? null : new WatchResult(latest.lastWithoutAt(), latest.shownAt(), certainAt);
    }

    /** Only known if every part is true or will become true without a frame; then the last of them decides. */
    @Override
    public OptionalLong holdsUnlessChangedBy() {
        OptionalLong latest = OptionalLong.empty();
        for (Watch part : parts()) {
            OptionalLong by = part.holdsUnlessChangedBy();
            if (by.isPresent()) {
                latest = OptionalLong.of(Math.max(by.getAsLong(), latest.orElse(Long.MIN_VALUE)));
            } else if (part.answer(Long.MAX_VALUE) == null) {
                return OptionalLong.empty();
            }
        }
        return latest;
    }
}
