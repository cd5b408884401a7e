package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * {@code any}: true since the first of its parts became true; it may have been true before, while one of them may have
 * been.
 */
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
        // Each is asked, as in AllWatch.
        boolean any = false;
        for (Watch part : parts()) {
            any |= part.mayHoldAlready();
        }
        return any;
    }

    @Override
    public void see(long previousAt, FrameUpdate update) {
        openBefore = openSince();
        seenAt = update.arrivedAt();
        super.see(previousAt, update);
    }

    @Override
    public @Nullable WatchResult answer(long now) {
        WatchResult earliest = earliest(part -> part.answer(now));
        if (earliest == null) {
            return null;
        }
        // Not at the instant of the question: an answer that was due must not depend on how late it is asked for.
        long knownAt = Math.max(earliest.certainAt(), seenAt);
        WatchResult heldBack = earliest(part -> part.heldBack(knownAt));
        if (heldBack != null && heldBack.shownAt() < earliest.shownAt()) {
            // Another part may have been true before, which is known when nothing can be left of a window.
            return null;
        }
        // What was open in the frame before may have been true until this one.
        LongStream before = earliest.shownAt() == seenAt ? openBefore.stream() : LongStream.empty();
        long lastWithoutAt = LongStream.concat(opens(), before).reduce(earliest.lastWithoutAt(), Math::min);
        return new WatchResult(lastWithoutAt, earliest.shownAt(), earliest.certainAt(), earliest.bySilence());
    }

    @Override
    public @Nullable WatchResult heldBack(long now) {
        return answer(now) == null ? earliest(part -> part.heldBack(now)) : null;
    }

    private @Nullable WatchResult earliest(Function<Watch, @Nullable WatchResult> asked) {
        WatchResult earliest = null;
        for (Watch part : parts()) {
            WatchResult answer = asked.apply(part);
            if (answer != null && (earliest == null || answer.shownAt() < earliest.shownAt())) {
                earliest = answer;
            }
        }
        return earliest;
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
                .sorted()
                .filter(by -> answer(by) != null)
                .findFirst();
    }
}
