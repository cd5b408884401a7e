package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** {@code any}: true since the first of its parts became true; it may have been true before, while one of them may have been. */
final class AnyWatch extends PartsWatch {
    /** Before the last frame: since when it was open whether a part is true. */
    private OptionalLong openBefore = OptionalLong.empty();

    private long seenAt = Long.MIN_VALUE;

    AnyWatch(List<Watch> parts) {
        super("any", parts);
    }

    @Override
    public boolean holdsAlready() {
        return parts().stream().anyMatch(Watch::holdsAlready);
    }

    @Override
    public boolean mayHoldAlready() {
        return parts().stream().anyMatch(Watch::mayHoldAlready);
    }

    @Override
    public void see(long previousAt, FrameUpdate update) {
        openBefore = openSince();
        seenAt = update.arrivedAt();
        super.see(previousAt, update);
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
        if (earliest == null) {
            return null;
        }
        // What was open in the frame before may have been true until this one.
        LongStream before = earliest.shownAt() == seenAt ? openBefore.stream() : LongStream.empty();
        long lastWithoutAt = LongStream.concat(opens(), before).reduce(earliest.lastWithoutAt(), Math::min);
        return new WatchResult(lastWithoutAt, earliest.shownAt(), earliest.certainAt());
    }

    private LongStream opens() {
        return parts().stream().map(Watch::openSince).flatMapToLong(OptionalLong::stream);
    }

    @Override
    public OptionalLong openSince() {
        return opens().min();
    }

    @Override
    public OptionalLong holdsUnlessChangedBy() {
        return parts().stream()
                .map(Watch::holdsUnlessChangedBy)
                .flatMapToLong(OptionalLong::stream)
                .min();
    }
}
