package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code all}: holds since the last of its parts has held. */
final class AllWatch implements Watch {
    private final List<Watch> parts;

    AllWatch(List<Watch> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public boolean holdsAlready() {
        return parts.stream().allMatch(Watch::holdsAlready);
    }

    @Override
    public void rearm() {
        parts.forEach(Watch::rearm);
    }

    @Override
    public void see(long previousAt, FrameUpdate update) {
        parts.forEach(part -> part.see(previousAt, update));
    }

    @Override
    public @Nullable Answer answer(long now) {
        Answer latest = null;
        long certainAt = Long.MIN_VALUE;
        for (Watch part : parts) {
            Answer answer = part.answer(now);
            if (answer == null) {
                return null;
            }
            certainAt = Math.max(certainAt, answer.certainAt());
            latest = latest == null || answer.shownAt() > latest.shownAt() ? answer : latest;
        }
        return latest == null ? null : new Answer(latest.lastWithoutAt(), latest.shownAt(), certainAt);
    }

    /** Only known where every part holds or will hold by itself; then the last of them decides. */
    @Override
    public OptionalLong holdsUnlessChangedBy() {
        OptionalLong latest = OptionalLong.empty();
        for (Watch part : parts) {
            OptionalLong by = part.holdsUnlessChangedBy();
            if (by.isPresent()) {
                latest = OptionalLong.of(Math.max(by.getAsLong(), latest.orElse(Long.MIN_VALUE)));
            } else if (part.answer(Long.MAX_VALUE) == null) {
                return OptionalLong.empty();
            }
        }
        return latest;
    }

    @Override
    public String describe() {
        return "all of: " + parts.stream().map(Watch::describe).collect(Collectors.joining("; "));
    }

    @Override
    public List<Rect> places() {
        return parts.stream().flatMap(part -> part.places().stream()).toList();
    }
}
