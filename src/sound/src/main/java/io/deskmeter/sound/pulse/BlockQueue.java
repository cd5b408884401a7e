package io.deskmeter.sound.pulse;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes blocks to the listener: in order and one at a time, on an executor that need not be serial. Blocks beyond a
 * number that wait are lost, so that a slow listener costs no memory; their positions are missing. Thread-safe.
 */
final class BlockQueue {
    private static final int BLOCKS_PER_TURN = 16;
    private static final Logger LOG = LoggerFactory.getLogger(BlockQueue.class);

    private final SoundListener listener;
    private final Executor executor;
    private final int most;
    private final Runnable onLostBlock;
    private final Deque<SoundBlock> waiting = new ArrayDeque<>();
    private @Nullable SoundException loss;
    private boolean scheduled;
    private boolean ended;

    /**
     * Takes blocks to a listener.
     *
     * @param onLostBlock called for each block that is lost
     */
    BlockQueue(SoundListener listener, Executor executor, int most, Runnable onLostBlock) {
        this.listener = listener;
        this.executor = executor;
        this.most = most;
        this.onLostBlock = onLostBlock;
    }

    void add(SoundBlock block) {
        boolean lost;
        synchronized (this) {
            if (ended || loss != null) {
                return;
            }
            lost = waiting.size() >= most;
            if (!lost) {
                waiting.addLast(block);
            }
        }
        if (lost) {
            onLostBlock.run();
        }
        schedule();
    }

    /** The source is gone: the listener hears so after the blocks that wait. */
    void lose(SoundException cause) {
        synchronized (this) {
            if (ended || loss != null) {
                return;
            }
            loss = cause;
        }
        schedule();
    }

    /** Nothing follows. */
    synchronized void end() {
        ended = true;
        waiting.clear();
    }

    private void schedule() {
        synchronized (this) {
            if (scheduled) {
                return;
            }
            scheduled = true;
        }
        try {
            executor.execute(this::turn);
        } catch (RejectedExecutionException e) {
            LOG.warn("the executor of a sound listener rejects tasks (expected: to outlive its source)");
            end();
        }
    }

    private void turn() {
        for (int i = 0; i < BLOCKS_PER_TURN && next(); i++) {
            // next() does the work
        }
        boolean more;
        synchronized (this) {
            scheduled = false;
            more = !ended && (!waiting.isEmpty() || loss != null);
        }
        if (more) {
            schedule();
        }
    }

    private boolean next() {
        SoundBlock block;
        SoundException cause;
        synchronized (this) {
            if (ended) {
                return false;
            }
            block = waiting.pollFirst();
            cause = loss;
            ended = block == null && cause != null;
        }
        try {
            if (block != null) {
                listener.onBlock(block);
                return true;
            }
            if (cause != null) {
                listener.onLost(cause);
            }
        } catch (RuntimeException | Error e) {
            LOG.error("a sound listener failed", e); // it gets the next block all the same
            return block != null;
        }
        return false;
    }
}
