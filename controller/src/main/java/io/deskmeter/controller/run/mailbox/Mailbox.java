package io.deskmeter.controller.run.mailbox;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread that handles messages in order and measures how long each waited and took. Thread-safe. */
public final class Mailbox extends ScheduledThreadPoolExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    private final LongSupplier nanoTime;
    private final List<MailboxListener> listeners = new CopyOnWriteArrayList<>();

    public Mailbox(ThreadFactory threads, LongSupplier nanoTime) {
        super(1, threads);
        this.nanoTime = nanoTime;
        // A run sets a deadline for each stage and cancels it: cancelled tasks must be removed immediately.
        setRemoveOnCancelPolicy(true);
    }

    /** Hears of each message that was handled. */
    public interface MailboxListener {
        /**
         * A message was handled. Called on the mailbox: must not block.
         *
         * @param waitedNanos from when it was due, which is when it was left unless it was for later, to when it was
         *     begun
         * @param tookNanos to handle it
         */
        void handled(long waitedNanos, long tookNanos);
    }

    /** Tells of messages from now on. */
    public void listen(MailboxListener listener) {
        listeners.add(listener);
    }

    /** The number of waiting messages, including scheduled ones. */
    public int waiting() {
        return getQueue().size();
    }

    /** Also used by {@link #execute} and {@link #submit}. */
    @Override
    public ScheduledFuture<?> schedule(Runnable message, long delay, TimeUnit unit) {
        return super.schedule(new Message(message, nanoTime.getAsLong() + unit.toNanos(delay)), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> message, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException(
                "a message with a result: not supported (expected: none waits for the mailbox)");
    }

    private final class Message implements Runnable {
        private final Runnable message;
        private final long due;

        private Message(Runnable message, long due) {
            this.message = message;
            this.due = due;
        }

        @Override
        public void run() {
            long begun = nanoTime.getAsLong();
            try {
                message.run();
            } catch (Throwable failure) {
                // The executor keeps the exception in an unread future.
                LOG.error("a message was not handled", failure);
                throw failure;
            } finally {
                long ended = nanoTime.getAsLong();
                listeners.forEach(listener -> listener.handled(Math.max(0, begun - due), ended - begun));
            }
        }
    }
}
