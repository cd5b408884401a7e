package io.deskmeter.link.channel;

import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a handler in order, one call at a time, off the event loop. When the handler is slower than the connection, the
 * channel stops reading until half of the queue is done (backpressure).
 */
public final class HandlerQueue {
    /** After this many calls the thread serves another link. */
    private static final int TURN = 64;
    /** The overhead of a message in bytes. */
    private static final int OVERHEAD = 128;

    private static final Logger LOG = LoggerFactory.getLogger(HandlerQueue.class);

    private record Call(long cost, Runnable task) {}

    private final Executor executor;
    private final Channel channel;
    private long maxBytes;
    private final Consumer<Throwable> failed;
    private final Queue<Call> calls = new ArrayDeque<>();
    private long waiting;
    private boolean running;
    private boolean paused;

    /** Exceptions of a call are passed to {@code failed}; the following calls are still made. */
    public HandlerQueue(Executor executor, Channel channel, long maxBytes, Consumer<Throwable> failed) {
        this.executor = executor;
        this.channel = channel;
        this.maxBytes = maxBytes;
        this.failed = failed;
    }

    /** How many bytes may wait from now on before reading is paused. */
    public synchronized void limit(long bytes) {
        maxBytes = bytes;
    }

    public void put(int bytes, Runnable task) {
        boolean start;
        synchronized (this) {
            Call call = new Call((long) bytes + OVERHEAD, task);
            calls.add(call);
            waiting += call.cost();
            if (waiting > maxBytes && !paused) {
                paused = true;
                channel.config().setAutoRead(false);
            }
            start = !running;
            running = true;
        }
        if (start) {
            executor.execute(this::turn);
        }
    }

    /** Whether reading is paused: then silence does not mean that the peer is lost. */
    public synchronized boolean paused() {
        return paused;
    }

    private void turn() {
        boolean mine = true;
        while (mine) {
            for (int i = 0; i < TURN; i++) {
                Call call = next();
                if (call == null) {
                    return;
                }
                run(call);
            }
            mine = !handOver();
        }
    }

    /**
     * False while this end is being closed: no other link needs the thread then, and the waiting calls must still be
     * made.
     */
    private boolean handOver() {
        try {
            executor.execute(this::turn);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private synchronized @Nullable Call next() {
        Call call = calls.poll();
        running = call != null;
        return call;
    }

    private void run(Call call) {
        try {
            call.task().run();
        } catch (Throwable e) {
            report(e);
        } finally {
            done(call);
        }
    }

    /** Also for an {@link Error}, and for exceptions of the report: else the following calls would never be made. */
    private void report(Throwable failure) {
        try {
            failed.accept(failure);
        } catch (Throwable e) {
            LOG.error("{}: a failed call could not be reported", channel, e);
            LOG.error("{}: the failed call", channel, failure);
        }
    }

    private synchronized void done(Call call) {
        waiting -= call.cost();
        if (paused && waiting <= maxBytes / 2) {
            paused = false;
            channel.config().setAutoRead(true);
        }
    }
}
