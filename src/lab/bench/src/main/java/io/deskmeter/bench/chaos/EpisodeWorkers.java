package io.deskmeter.bench.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that run numbered episodes, each on a fleet of its own. A thread that has done one takes the next number, so
 * no episode depends on how many threads there are. A fleet that could not be cleaned up after an episode is closed,
 * and the next episode gets a new one.
 */
final class EpisodeWorkers {
    private static final Logger LOG = LoggerFactory.getLogger(EpisodeWorkers.class);

    private final Fleets fleets;
    private final IntFunction<Episode> episodes;
    private final Listener listener;
    private final AtomicInteger next;
    private final int end;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private volatile boolean stopped;

    /** A fleet; used by one thread. */
    interface Fleet extends AutoCloseable {
        /** Runs one. */
        EpisodeRow of(Episode episode) throws InterruptedException;

        /** Whether its disks have room for a further episode: a full one is a disturbance of its own. */
        boolean hasRoom();

        @Override
        void close() throws IOException;
    }

    /** Opens fleets; called by all threads. */
    interface Fleets {
        Fleet open() throws IOException, InterruptedException;
    }

    /** Is told of each episode when it is over; called by one thread at a time. */
    interface Listener {
        void over(EpisodeRow row) throws IOException;
    }

    /**
     * They start with {@link #run}.
     *
     * @param first number
     * @param count of episodes
     */
    EpisodeWorkers(Fleets fleets, IntFunction<Episode> episodes, int first, int count, Listener listener) {
        this.fleets = fleets;
        this.episodes = episodes;
        this.listener = listener;
        this.next = new AtomicInteger(first);
        this.end = first + count;
    }

    /**
     * Returns when all episodes are over.
     *
     * @param threads how many fleets there are at a time
     * @throws IOException if a fleet could not be opened; the others have then ended the episodes that they had begun
     */
    void run(int threads) throws IOException, InterruptedException {
        List<Thread> working = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(this::work, "fleet-" + i);
            thread.start();
            working.add(thread);
        }
        for (Thread thread : working) {
            thread.join();
        }
        Exception first = failure.get();
        if (first != null) {
            throw new IOException("episodes: " + first.getMessage(), first);
        }
    }

    /** No episode begins any more, and those that are not over are not told. Any thread. */
    void stop() {
        stopped = true;
    }

    private void work() {
        try {
            for (int number = take(); number < end; number = take()) {
                workOnOneFleet(number);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            if (!failure.compareAndSet(null, e)) {
                LOG.warn("a further fleet", e);
            }
        }
    }

    private int take() {
        return stopped || failure.get() != null ? end : next.getAndIncrement();
    }

    private void workOnOneFleet(int first) throws IOException, InterruptedException {
        Fleet fleet = fleets.open();
        try {
            EpisodeRow row = fleet.of(episodes.apply(first));
            tell(row);
            while (row.leavesUsableFleet() && fleet.hasRoom()) {
                int number = take();
                if (number >= end) {
                    return;
                }
                row = fleet.of(episodes.apply(number));
                tell(row);
            }
        } finally {
            close(fleet);
        }
    }

    private void tell(EpisodeRow row) throws IOException {
        synchronized (listener) {
            if (!stopped) {
                listener.over(row);
            }
        }
    }

    /** What cannot be closed does not end the other fleets' work. */
    private static void close(Fleet fleet) {
        try {
            fleet.close();
        } catch (IOException e) {
            LOG.warn("left behind: {}", e.getMessage());
        }
    }
}
