package io.deskmeter.testkit.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What the answers to probes must mean. */
public abstract class ProbeContract extends ScreenKit {
    private static final int PAINTINGS = 25;
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(280);
    private static final long BETWEEN_PROBES_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    /**
     * An answer.
     *
     * @param framesBefore frames that the listener had received when the answer came
     */
    private record ProbeResult(ProbeAnswer answer, int framesBefore) {}

    @Test
    void probesOfAQuietScreenFindNothingChangedAndMakeNoFrames() throws Exception {
        Screen screen = open();
        if (lacks().contains(Feature.PROBES)) {
            assertThat(screen.probe().get(10, TimeUnit.SECONDS)).isEqualTo(ProbeAnswer.unsupported());
            return;
        }
        awaitQuiet();
        int frames = listener().count();
        for (int i = 0; i < 5; i++) {
            long before = System.nanoTime();
            ProbeAnswer answer = screen.probe().get(10, TimeUnit.SECONDS);
            assertThat(answer.kind()).isEqualTo(ProbeAnswer.Kind.UNCHANGED);
            assertThat(answer.sentAt()).isBetween(before, System.nanoTime());
        }
        assertThat(listener().count()).isEqualTo(frames);
    }

    /**
     * No frame after the answer to a probe shows what was painted before the probe left. Painted at any phase of
     * whatever ticks, while probes come one after the other.
     */
    @Test
    void whatIsPaintedIsShownBeforeAProbeThatLeavesLaterFindsNothingChanged() throws Exception {
        Assumptions.assumeFalse(lacks().contains(Feature.PROBES) || lacks().contains(Feature.PROBED_SERVER));
        Screen screen = open();
        awaitQuiet();
        List<ProbeResult> answers = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> probing = CompletableFuture.runAsync(() -> probe(screen, answers, over));
        Random random = new Random(5);
        List<String> wrong = new ArrayList<>();
        int narrowed = 0;
        for (int i = 1; i <= PAINTINGS; i++) {
            pause(QUIET_NANOS + (long) (random.nextDouble() * TimeUnit.MILLISECONDS.toNanos(40)));
            Rect place = new Rect(20 * i, 100, 15, 15);
            int before = listener().count();
            window().fill(0x081000 * i, place);
            long paintedBy = System.nanoTime();
            awaitColour(0x081000 * i, 20 * i, 100);
            List<ContractListener.Seen> seen = listener().seen();
            int shown = before;
            while (seen.get(shown).damage().stream().noneMatch(place::intersects)) {
                shown++;
            }
            int framesBefore = shown;
            long unchangedUntil = List.copyOf(answers).stream()
                    .filter(result -> result.framesBefore() <= framesBefore)
                    .mapToLong(result -> result.answer().sentAt())
                    .max()
                    .orElse(Long.MIN_VALUE);
            narrowed += unchangedUntil > listener().seen().get(before - 1).arrivedAt() ? 1 : 0;
            if (unchangedUntil > paintedBy) {
                wrong.add("painting " + i + ": painted " + (unchangedUntil - paintedBy) / 1000
                        + " us before a probe that found nothing changed, shown "
                        + (seen.get(shown).arrivedAt() - paintedBy) / 1000 + " us after it was painted");
            }
        }
        over.set(true);
        probing.get(10, TimeUnit.SECONDS);
        assertThat(wrong).isEmpty();
        assertThat(narrowed).as("paintings with a probe since the frame before").isGreaterThan(PAINTINGS / 2);
    }

    private void probe(Screen screen, List<ProbeResult> answers, AtomicBoolean over) {
        while (!over.get()) {
            ProbeResult result = screen.probe()
                    .thenApply(answer -> new ProbeResult(answer, listener().count()))
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join();
            if (result.answer().kind() == ProbeAnswer.Kind.UNCHANGED) {
                answers.add(result);
            }
            pause(BETWEEN_PROBES_NANOS);
        }
    }

    /** No frame for a while: what painted at the start is done. */
    private void awaitQuiet() {
        await().atMost(TIMEOUT)
                .until(() -> System.nanoTime() - listener().last().arrivedAt() > QUIET_NANOS);
    }

    private static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
