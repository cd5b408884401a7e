package io.deskmeter.controller.tls;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Shares the threads for requests, so that nobody keeps others waiting by requests that take long, as with bodies of one byte a second: of those who are
 * not logged in each site has some, and all of them together no more than those who are; of these each has some. Who has its share waits for its own
 * requests only, all others are served in turn. Thread-safe.
 */
final class RequestThreads implements Executor {
    /** For those who are not logged in, and as many again for those who are. */
    static final int MOST = 100;

    static final int MOST_OF_SITE = 12;
    static final int MOST_OF_LOGIN = 40;

    private static final ThreadLocal<@Nullable Work> CURRENT = new ThreadLocal<>();

    private final Executor pool;
    private final Map<Sender, Integer> running = new HashMap<>();
    /** The next of those that may run is the first one. */
    private final Map<Sender, Deque<Runnable>> waiting = new LinkedHashMap<>();

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
    }

    /** @param pool which has a thread for each task */
    RequestThreads(Executor pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable task) {
        Optional<Sender> sender = task instanceof OfSender request ? Optional.of(request.sender()) : Optional.empty();
        if (sender.isEmpty()) {
            // Of the web server itself.
            pool.execute(task);
            return;
        }
        synchronized (this) {
            if (!mayRun(sender.get())) {
                waiting.computeIfAbsent(sender.get(), one -> new ArrayDeque<>()).add(task);
                return;
            }
            begin(sender.get());
        }
        start(task, sender.get());
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

    private void start(Runnable task, Sender sender) {
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
        for (Iterator<Map.Entry<Sender, Deque<Runnable>>> all =
                        waiting.entrySet().iterator();
                all.hasNext(); ) {
            Map.Entry<Sender, Deque<Runnable>> one = all.next();
            Sender sender = one.getKey();
            if (mayRun(sender)) {
                Deque<Runnable> tasks = one.getValue();
                Runnable task = tasks.remove();
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
        private final Runnable task;
        private Sender sender;

        Work(Runnable task, Sender sender) {
            this.task = task;
            this.sender = sender;
        }

        @Override
        public void run() {
            CURRENT.set(this);
            try {
                task.run();
            } finally {
                CURRENT.remove();
                synchronized (RequestThreads.this) {
                    end(sender);
                }
                startWaiting();
            }
        }
    }
}
