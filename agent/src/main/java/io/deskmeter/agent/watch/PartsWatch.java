package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.StayingWindow;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The common part of {@code all} and {@code any}: every part receives every frame, and decides itself whether the frame
 * is relevant.
 */
abstract class PartsWatch implements Watch {
    private final String name;
    private final List<Watch> parts;

    PartsWatch(String name, List<Watch> parts) {
        this.name = name;
        this.parts = List.copyOf(parts);
    }

    final List<Watch> parts() {
        return parts;
    }

    @Override
    public final void rearm() {
        parts.forEach(Watch::rearm);
    }

    @Override
    public void see(long previousAt, FrameUpdate update) {
        parts.forEach(part -> part.see(previousAt, update));
    }

    @Override
    public final void windowGone(GoneWindow window, List<SilentInterval> since) {
        parts.forEach(part -> part.windowGone(window, since));
    }

    @Override
    public final void windowStays(StayingWindow window) {
        parts.forEach(part -> part.windowStays(window));
    }

    @Override
    public final void inputUntil(long instant, List<SilentInterval> since) {
        parts.forEach(part -> part.inputUntil(instant, since));
    }

    @Override
    public final void stood(SilentInterval stop) {
        parts.forEach(part -> part.stood(stop));
    }

    @Override
    public final boolean isMadeTrueByWindows() {
        return parts.stream().anyMatch(Watch::isMadeTrueByWindows);
    }

    @Override
    public final String missed() {
        return "not fulfilled";
    }

    @Override
    public final String describe() {
        return name + " of: " + parts.stream().map(Watch::describe).collect(Collectors.joining("; "));
    }

    @Override
    public final String describeMiss() {
        return name + " of: " + parts.stream().map(Watch::describeMiss).collect(Collectors.joining("; "));
    }

    @Override
    public final List<Rect> moving() {
        return parts.stream().flatMap(part -> part.moving().stream()).toList();
    }

    @Override
    public final List<Rect> places() {
        return parts.stream().flatMap(part -> part.places().stream()).toList();
    }
}
