package io.deskmeter.agent.watch;

import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes the screen of one session while a condition is armed and no frame comes, so that the measurement knows until when nothing had
 * changed. Sends a probe a period after the last frame or the last probe, whichever was later, and never two at a time: a screen that changes
 * is hardly probed, and a server that does not answer gets one probe only.
 *
 * <p>Owner: the session's executor, on which the screen calls its listener.
 */
public final class ScreenProber {
    private static final Logger LOG = LoggerFactory.getLogger(ScreenProber.class);

    /** At most 20 probes a second. */
    public static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** A probe without an answer for so long counts as unanswered. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Screen screen;
    private final Probing probing;
    private final ResettableTimer timer;
    private final LongSupplier nanoTime;
    private @Nullable Measurement measurement;
    private long lastSentAt = Timing.NEVER;
    private boolean waiting;
    private boolean able;

    /**
     * @param timers shared
     * @param owner the session's executor
     * @param nanoTime the clock of the screen's instants
     */
    public ScreenProber(
            Screen screen, Probing probing, ScheduledExecutorService timers, Executor owner, LongSupplier nanoTime) {
        this.screen = screen;
        this.probing = probing;
        this.timer = new ResettableTimer(timers, owner);
        this.nanoTime = nanoTime;
        this.able = probing.isOn();
    }

    /** From now on probes are for this measurement, whose input has left. */
    public void begin(Measurement fired) {
        measurement = fired;
        schedule();
    }

    /** No more probes; an answer that is still to come is for nobody. */
    public void end() {
        measurement = null;
        if (!waiting) {
            timer.cancel();
        }
    }

    /** The session is over. */
    public void close() {
        measurement = null;
        able = false;
        timer.cancel();
    }

    private void schedule() {
        Measurement of = measurement;
        if (able && !waiting && of != null) {
            timer.set(dueAt(of) - nanoTime.getAsLong(), this::onTimer);
        }
    }

    /** Of both instants that there are, the later one counts. */
    private long dueAt(Measurement of) {
        long since = of.lastFrameAt();
        return (lastSentAt == Timing.NEVER ? since : Math.max(since, lastSentAt)) + PERIOD_NANOS;
    }

    private void onTimer() {
        Measurement of = measurement;
        long now = nanoTime.getAsLong();
        if (of == null) {
            return;
        }
        if (dueAt(of) > now) {
            schedule(); // a frame has come
        } else {
            send(now);
        }
    }

    private void send(long now) {
        waiting = true;
        lastSentAt = now;
        timer.set(PATIENCE_NANOS, this::notAnswered);
        var unused = screen.probe().whenComplete((answer, failure) -> answered(answer));
    }

    private void notAnswered() {
        probing.unanswered();
        LOG.info(
                "the screen has not answered a probe for {} s: no more are sent until it does",
                TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS));
    }

    /** @param answer null where the screen is lost, of which the session hears as well */
    private void answered(@Nullable ProbeAnswer answer) {
        waiting = false;
        timer.cancel();
        Measurement of = measurement;
        if (answer == null || answer.kind() == ProbeAnswer.Kind.UNSUPPORTED) {
            able = false;
        } else if (answer.kind() == ProbeAnswer.Kind.UNCHANGED) {
            probing.unchanged();
            if (of != null) {
                of.unchangedUntil(answer.sentAt());
            }
        } else {
            probing.inconclusive();
        }
        schedule();
    }
}
