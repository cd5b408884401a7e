package io.deskmeter.testkit.sound;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what a source delivers, and notes calls that its contract forbids. Thread-safe. */
public final class RecordingListener implements SoundListener {
    private final List<SoundBlock> blocks = new ArrayList<>();
    private final List<SoundException> losses = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final AtomicInteger within = new AtomicInteger();

    @Override
    public void onBlock(SoundBlock block) {
        enter();
        synchronized (this) {
            if (!losses.isEmpty()) {
                violations.add("block " + block.position() + " after the loss");
            }
            if (!blocks.isEmpty()
                    && block.position() < blocks.get(blocks.size() - 1).end()) {
                violations.add("block at " + block.position() + " after one that ends at "
                        + blocks.get(blocks.size() - 1).end());
            }
            blocks.add(block);
        }
        within.decrementAndGet();
    }

    @Override
    public void onLost(SoundException cause) {
        enter();
        synchronized (this) {
            losses.add(cause);
        }
        within.decrementAndGet();
    }

    private void enter() {
        if (within.incrementAndGet() != 1) {
            synchronized (this) {
                violations.add("two calls at a time");
            }
        }
    }

    /** All so far. */
    public synchronized List<SoundBlock> blocks() {
        return List.copyOf(blocks);
    }

    public synchronized List<SoundException> losses() {
        return List.copyOf(losses);
    }

    /** What the contract forbids and happened all the same. */
    public synchronized List<String> violations() {
        return List.copyOf(violations);
    }
}
