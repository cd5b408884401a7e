package io.deskmeter.controller.tls;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares the threads for requests, so that nobody keeps others waiting by requests that take long, as with bodies of
 * one byte a second: of those who are not logged in each site has some, and all of them together no more than those who
 * are; of these each has some. Who has its share waits for its own requests only, all others are served in turn. While
 * one of those who are not logged in waits for a thread, the requests of others of them end whose bodies have not come
 * within {@link #PATIENCE}, or whose answers were not read within {@link #PATIENCE_WITH_READERS}. Thread-safe.
 */
final class RequestThreads implements Executor {
    /** For those who are not logged in, and as many again for those who are. */
    static final int MOST = 100;

    static final int MOST_OF_SITE = 12;
    static final int MOST_OF_LOGIN = 40;

    /** A body that was sent together with its request has come by then, also over a slow line. */
    static final Duration PATIENCE = Duration.ofMillis(500);

    /**
     * Compressed, the largest answer that everybody gets fits into the buffer of a connection; otherwise this is time
     * for what does not, over 2 Mbit/s.
     */
    static final Duration PATIENCE_WITH_READERS = Duration.ofSeconds(2);

    private static final ThreadLocal<@Nullable Work> CURRENT = new ThreadLocal<>();

    private final Executor pool;
    private final LongSupplier nanoTime;
    private final Map<Sender, Integer> running = new HashMap<>();
    /** Those that have a thread and wait for their peers: for the body, or until the answer is read. */
    private final Set<Work> awaitingPeers = new HashSet<>();
    /** The next of those that may run is the first one. */
    private final Map<Sender, Deque<OfSender>> waiting = new LinkedHashMap<>();

    private int strangers;
    private int known;

    /**
     * For whom a request is answered.
     *
     * @param name login, or site
     */
    record Sender(boolean loggedIn, String name) {
        private int share() {
            return loggedIn ? MOST_OF_LOGIN : MOST_OF_SITE;
        }
    }

    /** A task that knows for whom it is. */
    interface OfSender extends Runnable {
        /** Who it is now. */
        Sender sender();

        /** Ends the connection of which it is now, also when the task serves others already. */
        Runnable ending();
    }

    /** @param pool which has a thread for each task */
    RequestThreads(Executor pool, LongSupplier nanoTime) {
        this.pool = pool;
        this.nanoTime = nanoTime;
    }

    @Override
    public void execute(Runnable task) {
        if (!(task instanceof OfSender request)) {
            // Of the web server itself.
            pool.execute(task);
            return;
        }
        Sender sender = request.sender();
        synchronized (this) {
            if (!mayRun(sender)) {
                waiting.computeIfAbsent(sender, one -> new ArrayDeque<>()).add(request);
                return;
            }
            begin(sender);
        }
        start(request, sender);
    }

    /**
     * Counts the request of this thread for somebody else: whoever has sent it has logged in.
     *
     * @return false if that one has its share already
     */
    boolean become(Sender sender) {
        Work work = CURRENT.get();
        if (work == null || work.sender.equals(sender)) {
            return true;
        }
        synchronized (this) {
            if (running.getOrDefault(sender, 0) >= sender.share()) {
                return false;
            }
            end(work.sender);
            begin(sender);
            work.sender = sender;
        }
        startWaiting();
        return true;
    }

    /**
     * The body of the request of this thread has come, or it has none: from now on it takes the time that its answer
     * takes.
     */
    void hasBody() {
        Work work = CURRENT.get();
        if (work != null) {
            synchronized (this) {
                awaitingPeers.remove(work);
            }
        }
    }

    /** The answer to the request of this thread begins: from now on it takes the time that its reader takes. */
    void answers() {
        Work work = CURRENT.get();
        if (work != null) {
            synchronized (this) {
                if (awaitingPeers.add(work)) {
                    work.awaits(PATIENCE_WITH_READERS);
                }
            }
        }
    }

    /** Ends the requests that others wait for. To be called several times a second. */
    void endSlowPeers() {
        List<Work> slow = new ArrayList<>();
        synchronized (this) {
            if (waiting.keySet().stream().anyMatch(sender -> !sender.loggedIn)) {
                long now = nanoTime.getAsLong();
                awaitingPeers.stream()
                        .filter(work -> !work.sender.loggedIn && now - work.until >= 0)
                        .forEach(slow::add);
                slow.forEach(awaitingPeers::remove);
            }
        }
        slow.forEach(work -> work.ending.run());
    }

    private boolean mayRun(Sender sender) {
        return running.getOrDefault(sender, 0) < sender.share() && (sender.loggedIn ? known : strangers) < MOST;
    }

    private void begin(Sender sender) {
        running.merge(sender, 1, Integer::sum);
        count(sender, 1);
    }

    private void end(Sender sender) {
        running.computeIfPresent(sender, (one, number) -> number == 1 ? null : (Integer) (number - 1));
        count(sender, -1);
    }

    private void count(Sender sender, int difference) {
        if (sender.loggedIn) {
            known += difference;
        } else {
            strangers += difference;
        }
    }

    private void start(OfSender task, Sender sender) {
        Work work = new Work(task, sender);
        try {
            pool.execute(work);
        } catch (RejectedExecutionException e) {
            synchronized (this) {
                end(sender);
            }
            throw e;
        }
    }

    private void startWaiting() {
        for (Optional<Work> next = next(); next.isPresent(); next = next()) {
            try {
                pool.execute(next.get());
            } catch (RejectedExecutionException e) {
                // The controller ends.
                return;
            }
        }
    }

    /** The first one that may run goes behind all others. */
    private synchronized Optional<Work> next() {
        for (Iterator<Map.Entry<Sender, Deque<OfSender>>> all =
                        waiting.entrySet().iterator();
                all.hasNext(); ) {
            Map.Entry<Sender, Deque<OfSender>> one = all.next();
            Sender sender = one.getKey();
            if (mayRun(sender)) {
                Deque<OfSender> tasks = one.getValue();
                OfSender task = tasks.remove();
                all.remove();
                if (!tasks.isEmpty()) {
                    waiting.put(sender, tasks);
                }
                begin(sender);
                return Optional.of(new Work(task, sender));
            }
        }
        return Optional.empty();
    }

    /** A request that has a thread. */
    private final class Work implements Runnable {
        private final OfSender task;
        private final Runnable ending;
        private Sender sender;
        /** Until when it may wait for its peer while others wait for its thread, in nanoseconds of the clock. */
        private long until;

        Work(OfSender task, Sender sender) {
            this.task = task;
            this.ending = task.ending();
            this.sender = sender;
        }

        private void awaits(Duration patience) {
            until = nanoTime.getAsLong() + patience.toNanos();
        }

        @Override
        public void run() {
            CURRENT.set(this);
            synchronized (RequestThreads.this) {
                awaits(PATIENCE);
                awaitingPeers.add(this);
            }
            try {
                task.run();
            } finally {
                CURRENT.remove();
                synchronized (RequestThreads.this) {
                    awaitingPeers.remove(this);
                    end(sender);
                }
                startWaiting();
            }
        }
    }
}
