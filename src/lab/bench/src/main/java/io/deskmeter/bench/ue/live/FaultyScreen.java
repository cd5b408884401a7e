package io.deskmeter.bench.ue.live;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sends other moves than the session commands, as a {@link Fault} has it, once a drag is under way: so the trial before
 * it passes. Thread-safe.
 */
final class FaultyScreen implements Screen {
    private static final int LEFT = 1;

    /**
     * Moves of a pressed pointer that are let through: more than those of the operations and the trial before the drag.
     */
    private static final int FIRST = 16;

    private static final int MEAN = 12;
    private static final double BEYOND = 5;
    private static final int EACH = 3;

    /** The last moves are not dropped: what is never shown would be unknown. */
    private static final int LAST_DROPPED = 290;

    private static final int FIRST_STOP = 100;
    private static final int SECOND_STOP = 200;

    private final Screen screen;
    private final Fault fault;
    private final Runnable stopProbe;
    private final Deque<Pointer> recent = new ArrayDeque<>();
    private int pressed;

    /** @param stopProbe stops the probe for a moment; returns at once */
    FaultyScreen(Screen screen, Fault fault, Runnable stopProbe) {
        this.screen = screen;
        this.fault = fault;
        this.stopProbe = stopProbe;
    }

    @Override
    public CompletableFuture<Long> fire(List<InputEvent> events) {
        List<InputEvent> changed = changed(events);
        return changed.isEmpty() ? CompletableFuture.completedFuture(System.nanoTime()) : screen.fire(changed);
    }

    private synchronized List<InputEvent> changed(List<InputEvent> events) {
        List<InputEvent> changed = new ArrayList<>();
        for (InputEvent event : events) {
            if (event instanceof Pointer pointer && (pointer.buttons() & LEFT) != 0) {
                move(pointer, changed);
            } else {
                forgetAfterDrag();
                changed.add(event);
            }
        }
        return changed;
    }

    /** What came before the drag counts, the next iteration begins anew. */
    private void forgetAfterDrag() {
        if (pressed > FIRST) {
            pressed = 0;
        }
        recent.clear();
    }

    private void move(Pointer pointer, List<InputEvent> changed) {
        pressed++;
        recent.addLast(pointer);
        if (recent.size() > MEAN) {
            recent.removeFirst();
        }
        if (pressed <= FIRST || recent.size() < MEAN) {
            changed.add(pointer);
            return;
        }
        switch (fault) {
            case CUT_CORNERS -> changed.add(mean());
            case OVERSHOOT -> changed.add(beyond(pointer));
            case DROPPED -> {
                if (pressed % EACH != 0 || pressed > LAST_DROPPED) {
                    changed.add(pointer);
                }
            }
            case PROBE_STOPS -> {
                changed.add(pointer);
                if (pressed == FIRST_STOP || pressed == SECOND_STOP) {
                    stopProbe.run();
                }
            }
            default -> changed.add(pointer);
        }
    }

    private Pointer mean() {
        double x = recent.stream().mapToInt(Pointer::x).average().orElseThrow();
        double y = recent.stream().mapToInt(Pointer::y).average().orElseThrow();
        return new Pointer((int) Math.round(x), (int) Math.round(y), LEFT);
    }

    private Pointer beyond(Pointer now) {
        Pointer before = recent.stream().skip(MEAN - 2).findFirst().orElseThrow();
        return new Pointer(
                (int) Math.round(now.x() + BEYOND * (now.x() - before.x())),
                (int) Math.round(now.y() + BEYOND * (now.y() - before.y())),
                LEFT);
    }

    @Override
    public CompletableFuture<ProbeAnswer> probe() {
        return screen.probe();
    }

    @Override
    public void close() {
        screen.close();
    }
}
