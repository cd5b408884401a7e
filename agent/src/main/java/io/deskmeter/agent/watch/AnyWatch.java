package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code any}: holds since the first of its parts has held. */
final class AnyWatch implements Watch {
    private final List<Watch> parts;

    AnyWatch(List<Watch> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public boolean holdsAlready() {
        return parts.stream().anyMatch(Watch::holdsAlready);
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
        Answer earliest = null;
        for (Watch part : parts) {
            Answer answer = part.answer(now);
            if (answer != null && (earliest == null || answer.shownAt() < earliest.shownAt())) {
                earliest = answer;
            }
        }
        return earliest;
    }

    @Override
    public OptionalLong holdsUnlessChangedBy() {
        return parts.stream()
                .map(Watch::holdsUnlessChangedBy)
                .flatMapToLong(OptionalLong::stream)
                .min();
    }

    @Override
    public String describe() {
        return "any of: " + parts.stream().map(Watch::describe).collect(Collectors.joining("; "));
    }

    @Override
    public List<Rect> places() {
        return parts.stream().flatMap(part -> part.places().stream()).toList();
    }
}
