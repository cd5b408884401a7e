package io.deskmeter.bench.controller;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a run's events like a browser with its page. */
public final class EventReader {
    private static final Logger LOG = LoggerFactory.getLogger(EventReader.class);
    private static final String DATA = "data:";

    private final AtomicReference<@Nullable String> newest = new AtomicReference<>();
    private final AtomicLong snapshots = new AtomicLong();
    private final AtomicLong characters = new AtomicLong();
    private final Thread thread;

    private EventReader(ControllerApi api, String run) {
        thread = new Thread(() -> read(api, run), "events");
        thread.setDaemon(true);
    }

    public static EventReader start(ControllerApi api, String run) {
        EventReader reader = new EventReader(api, run);
        reader.thread.start();
        return reader;
    }

    private void read(ControllerApi api, String run) {
        try (Stream<String> lines = api.events(run)) {
            lines.filter(line -> line.startsWith(DATA)).forEach(line -> {
                newest.set(line.substring(DATA.length()));
                snapshots.incrementAndGet();
                characters.addAndGet(line.length());
            });
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("events of {}: {}", run, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The newest snapshot as received; null before the first. */
    public @Nullable String newest() {
        return newest.get();
    }

    public long snapshots() {
        return snapshots.get();
    }

    public long characters() {
        return characters.get();
    }

    /** Whether the stream has ended. */
    public boolean ended() {
        return !thread.isAlive();
    }
}
