package io.deskmeter.sound.simulated;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Plays a known signal on a known clock: true play times are those of {@link #playedAt}. Thread-safe. */
public final class SimulatedSource implements SoundSource {
    private static final int FULL_SCALE = 32_767;
    private static final double MILLION = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final SoundFormat format;
    private final Signal signal;
    private final SimulatedCard card;
    private final SoundListener listener;
    private final ScheduledExecutorService executor;
    private final LongSupplier nanoTime;
    private final long startedAt;
    private long block;
    private long lost;
    private boolean ended;

    private SimulatedSource(
            SoundFormat format,
            Signal signal,
            SimulatedCard card,
            SoundListener listener,
            ScheduledExecutorService executor,
            LongSupplier nanoTime) {
        this.format = format;
        this.signal = signal;
        this.card = card;
        this.listener = listener;
        this.executor = executor;
        this.nanoTime = nanoTime;
        this.startedAt = nanoTime.getAsLong() + card.latency().toNanos();
    }

    /**
     * Opens one.
     *
     * @param executor of one thread, on which the listener is called
     * @param nanoTime the monotonic clock
     */
    public static SimulatedSource open(
            SoundFormat format,
            Signal signal,
            SimulatedCard card,
            SoundListener listener,
            ScheduledExecutorService executor,
            LongSupplier nanoTime) {
        SimulatedSource source = new SimulatedSource(format, signal, card, listener, executor, nanoTime);
        source.scheduleNext();
        return source;
    }

    @Override
    public SoundFormat format() {
        return format;
    }

    /** The true time at which a sample frame is played, in monotonic nanoseconds. */
    public long playedAt(long position) {
        double rate = format.rate() * (1 + card.drift() / MILLION);
        return startedAt + Math.round(position * NANOS_PER_SECOND / rate);
    }

    private synchronized void scheduleNext() {
        if (!ended) {
            long due =
                    playedAt((block + 1) * card.blockFrames()) + card.delivery().toNanos();
            Future<?> unused =
                    executor.schedule(this::deliver, Math.max(0, due - nanoTime.getAsLong()), TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public synchronized long lostBlocks() {
        return lost;
    }

    private void deliver() {
        long number;
        synchronized (this) {
            if (ended) {
                return;
            }
            number = block++;
        }
        if (card.lost().test(number)) {
            synchronized (this) {
                lost++;
            }
        } else {
            long position = number * card.blockFrames();
            listener.onBlock(new SoundBlock(
                    format,
                    samples(position),
                    position,
                    playedAt(position),
                    card.uncertainty().toNanos()));
        }
        scheduleNext();
    }

    private short[] samples(long position) {
        short[] samples = new short[card.blockFrames() * format.channels()];
        for (int i = 0; i < samples.length; i++) {
            double value = signal.at(position + i / format.channels(), i % format.channels());
            samples[i] = (short) Math.round(Math.max(-1, Math.min(1, value)) * FULL_SCALE);
        }
        return samples;
    }

    /** Ends it as a card does that is unplugged: the listener is told. */
    public void lose(SoundException cause) {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        executor.execute(() -> listener.onLost(cause));
    }

    @Override
    public synchronized void close() {
        ended = true;
    }
}
