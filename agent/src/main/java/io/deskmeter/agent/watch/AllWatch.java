package io.deskmeter.agent.watch;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code all}: true since the last of its parts became true; certainly not before as long as one of them certainly was
 * not.
 */
final class AllWatch extends PartsWatch {
    AllWatch(List<Watch> parts) {
        super("all", parts);
    }

    @Override
    public boolean holdsAlready() {
        return parts().stream().allMatch(Watch::holdsAlready);
    }

    @Override
    public boolean mayHoldAlready() {
        // Each is asked, whatever the others say: a part remembers then what it will compare with.
        boolean all = true;
        for (Watch part : parts()) {
            all &= part.mayHoldAlready();
        }
        return all;
    }

    @Override
    public @Nullable WatchResult answer(long now) {
        return latest(part -> part.answer(now));
    }

    @Override
    public @Nullable WatchResult heldBack(long now) {
        return answer(now) != null
                ? null
                : latest(part -> {
                    WatchResult known = part.answer(now);
                    return known == null ? part.heldBack(now) : known;
                });
    }

    private @Nullable WatchResult latest(Function<Watch, @Nullable WatchResult> asked) {
        long lastWithoutAt = Long.MIN_VALUE;
        long shownAt = Long.MIN_VALUE;
        long certainAt = Long.MIN_VALUE;
        boolean bySilence = false;
        for (Watch part : parts()) {
            WatchResult answer = asked.apply(part);
            if (answer == null) {
                return null;
            }
            lastWithoutAt = Math.max(lastWithoutAt, answer.lastWithoutAt());
            shownAt = Math.max(shownAt, answer.shownAt());
            certainAt = Math.max(certainAt, answer.certainAt());
            bySilence |= answer.bySilence();
        }
        // A part that is certain by silence needs its proof also where another one comes later.
        return new WatchResult(lastWithoutAt, shownAt, certainAt, bySilence);
    }

    @Override
    public OptionalLong openSince() {
        boolean open = false;
        long latest = Long.MIN_VALUE;
        for (Watch part : parts()) {
            WatchResult answer = part.answer(Long.MAX_VALUE);
            OptionalLong since = part.openSince();
            if (answer == null && since.isEmpty()) {
                return OptionalLong.empty();
            }
            open |= answer == null;
            latest = Math.max(latest, answer == null ? since.getAsLong() : answer.lastWithoutAt());
        }
        return open ? OptionalLong.of(latest) : OptionalLong.empty();
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
