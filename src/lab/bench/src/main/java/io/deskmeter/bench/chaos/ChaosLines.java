package io.deskmeter.bench.chaos;

import io.deskmeter.bench.proxy.BreakableProxy;
import io.deskmeter.bench.proxy.BreakableProxy.Direction;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The lines between agents and the controller, one for each agent. */
final class ChaosLines implements AutoCloseable {
    private static final int SLOW_BYTES_PER_SECOND = 4096;
    private static final Duration CUT_EVERY = Duration.ofMillis(700);
    private static final Duration HELD = Duration.ofMillis(1500);
    private static final Duration FREE = Duration.ofMillis(500);

    private final List<BreakableProxy> lines = new ArrayList<>();

    /** Adds one; returns where its agent connects. */
    InetSocketAddress add(InetSocketAddress controller) throws IOException {
        BreakableProxy line = BreakableProxy.to(controller);
        lines.add(line);
        return line.address();
    }

    /** Disturbs one for a time, then lets it work again. */
    void disturb(Episode episode) throws InterruptedException {
        BreakableProxy line = lines.get(episode.agent());
        Pause whole = Pause.of(episode.lasts());
        switch (episode.disturbance()) {
            case LINE_CUT -> cutAgainAndAgain(line, whole);
            case LINE_DOWN -> {
                line.down(true);
                whole.await();
                line.down(false);
            }
            case LINE_SILENT -> hold(line, whole, Direction.TO_TARGET, Direction.FROM_TARGET);
            case LINE_ONE_WAY_UP -> hold(line, whole, Direction.TO_TARGET);
            case LINE_ONE_WAY_DOWN -> hold(line, whole, Direction.FROM_TARGET);
            case LINE_SLOW -> {
                line.limit(SLOW_BYTES_PER_SECOND);
                whole.await();
                line.limit(0);
            }
            case LINE_STUTTERING -> {
                while (!whole.isOver()) {
                    hold(line, Pause.of(HELD), Direction.TO_TARGET, Direction.FROM_TARGET);
                    Pause.of(FREE).await();
                }
            }
            default -> throw new IllegalArgumentException(episode + ": not of a line");
        }
    }

    private static void cutAgainAndAgain(BreakableProxy line, Pause whole) throws InterruptedException {
        while (!whole.isOver()) {
            line.cut();
            Pause.of(CUT_EVERY).await();
        }
    }

    private static void hold(BreakableProxy line, Pause pause, Direction... directions) throws InterruptedException {
        for (Direction direction : directions) {
            line.hold(direction, true);
        }
        pause.await();
        for (Direction direction : directions) {
            line.hold(direction, false);
        }
    }

    @Override
    public void close() throws IOException {
        for (BreakableProxy line : lines) {
            line.close();
        }
    }
}
