package io.deskmeter.agent.check;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.analysis.TestTone;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Listens until it has heard a while of sound. Thread-safe. */
final class ToneRecorder implements SoundListener {
    private static final int RATE = 48_000;
    private static final int LONGEST = 20 * RATE;
    /** So much sound is enough. */
    private static final int ENOUGH = RATE / 2;
    /** −60 dB of full scale. */
    private static final double AUDIBLE = 0.001;

    private static final double FULL_SCALE = 32_768;

    private final double[] heard = new double[LONGEST];
    private final CompletableFuture<Void> enough = new CompletableFuture<>();
    private int count;
    private int audible;

    @Override
    public void onBlock(SoundBlock block) {
        synchronized (this) {
            for (int frame = 0; frame < block.frames() && count < LONGEST; frame++) {
                double sum = 0;
                for (int channel = 0; channel < block.format().channels(); channel++) {
                    sum += block.sample(frame, channel) / FULL_SCALE;
                }
                heard[count] = sum / block.format().channels();
                audible += Math.abs(heard[count++]) > AUDIBLE ? 1 : 0;
            }
        }
        if (hasEnough()) {
            enough.complete(null);
        }
    }

    private synchronized boolean hasEnough() {
        return audible >= ENOUGH;
    }

    @Override
    public void onLost(SoundException cause) {
        enough.completeExceptionally(cause);
    }

    /** Completes when enough has been heard, or the source is lost. */
    CompletableFuture<Void> enough() {
        return enough;
    }

    /** What has been heard so far. */
    synchronized TestTone.Heard tone() {
        return TestTone.find(Arrays.copyOf(heard, Math.max(count, RATE)));
    }
}
