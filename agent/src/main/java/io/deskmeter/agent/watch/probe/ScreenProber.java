package io.deskmeter.agent.watch.probe;

import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.ServerAnswers;
import io.deskmeter.agent.watch.SilentInterval;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes the screen of one session while a condition is armed and no frame comes, so that the measurement knows until
 * when nothing had changed. Sends a probe a period after the last frame or the last probe, whichever was later, and
 * never two at a time: a screen that changes is hardly probed, and a server that does not answer gets one probe only.
 * While a measurement waits for a rest, probes follow one another whatever frames come, so that it is known for how
 * long the server has answered.
 *
 * <p>A prober that {@link #keepAsking keeps asking} also sends a probe 150 to 250 ms after the last one, whatever the
 * session does and the screen shows, to learn when the desktop does not respond.
 *
 * <p>Owner: the session's executor, on which the screen calls its listener.
 */
public final class ScreenProber implements ServerAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(ScreenProber.class);

    /** At most 20 probes a second. */
    public static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /**
     * A desktop is asked at the latest after this pause whether it responds, so that a stop of half a second is never
     * missed.
     */
    public static final long STEADY_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /**
     * Pauses differ by up to so much: a desktop that stops at even intervals must not be asked at the same moment of
     * each.
     */
    private static final long STEADY_SPREAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** If a timer is later than this, the agent itself was. */
    static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** A probe without an answer for so long counts as unanswered. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Screen screen;
    private final Probing probing;
    private final ResettableTimer timer;
    private final LongSupplier nanoTime;
    private @Nullable Measurement measurement;
    private @Nullable Responsiveness responsiveness;
    private final AnsweredTime answers = new AnsweredTime();
    private final SplittableRandom phases;
    private long begunAt;
    private long steadyNanos = STEADY_PERIOD_NANOS;
    private long lastSentAt = Timing.NEVER;
    private boolean waiting;
    private boolean counted;
    private boolean able;
    /** Whether the screen answers no probes at all, or is not to be asked. */
    private boolean unable;

    /**
     * When the last probe was sent that was answered without changes, and those of the last two that were answered with
     * changes.
     */
    private long unchangedSentAt = Timing.NEVER;

    private long changedSentAt = Timing.NEVER;
    private long changedBeforeSentAt = Timing.NEVER;
    /** When something was last done here, and when the next thing is to be done. */
    private long activeAt;

    private long expectedAt = Long.MAX_VALUE;

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
        this.unable = !able;
        this.activeAt = nanoTime.getAsLong();
        this.phases = new SplittableRandom(activeAt);
    }

    /**
     * From now on the desktop is asked all the time.
     *
     * @return what is learnt of it
     */
    public Responsiveness keepAsking() {
        long now = nanoTime.getAsLong();
        String unable = able ? screen.whyProbesMissDesktop() : "probes are switched off";
        Responsiveness told = new Responsiveness(now, unable);
        if (unable.isEmpty()) {
            responsiveness = told;
            begunAt = now;
            activeAt = now;
            schedule();
        }
        return told;
    }

    /** From now on probes are for this measurement, whose input has left. */
    public void begin(Measurement fired) {
        awake();
        measurement = fired;
        fired.provedBy(this);
        schedule();
    }

    @Override
    public boolean canBeAsked() {
        return !unable;
    }

    /**
     * An answer with changes may have left before the question was read: two of them, one after the other, do as well
     * as one without.
     */
    @Override
    public boolean answeredSince(long instant) {
        return isSince(unchangedSentAt, instant) || isSince(changedBeforeSentAt, instant);
    }

    @Override
    public List<SilentInterval> stops(long from, long until) {
        return answers.between(from, until);
    }

    @Override
    public long waitingSince() {
        return answers.waitingSince();
    }

    private static boolean isSince(long sentAt, long instant) {
        return sentAt != Timing.NEVER && sentAt - instant >= 0;
    }

    @Override
    public String silence(long instant, long now) {
        return RestProof.words(screen, instant, now);
    }

    /** No more probes; an answer that is still to come is for nobody. */
    public void end() {
        awake();
        measurement = null;
        schedule();
    }

    /** The session is over. */
    public void close() {
        measurement = null;
        able = false;
        timer.cancel();
    }

    private void schedule() {
        long at = able ? nextAt() : Long.MAX_VALUE;
        expectedAt = at;
        if (at == Long.MAX_VALUE) {
            timer.cancel();
        } else {
            timer.setFor(at, nanoTime.getAsLong(), this::onTimer);
        }
    }

    private long nextAt() {
        if (!waiting) {
            return dueAt();
        }
        long countAt = counted ? Long.MAX_VALUE : lastSentAt + PATIENCE_NANOS;
        // A look now and then tells whether the agent itself still runs.
        return responsiveness == null ? countAt : Math.min(countAt, activeAt + STEADY_PERIOD_NANOS);
    }

    /** When the next probe is to be sent; {@link Long#MAX_VALUE} for never. */
    private long dueAt() {
        Measurement of = measurement;
        long quietAt = Long.MAX_VALUE;
        if (of != null) {
            // Of both instants that there are, the later one counts.
            long since = of.awaitsSilence() && lastSentAt != Timing.NEVER ? lastSentAt : of.lastFrameAt();
            quietAt = (lastSentAt == Timing.NEVER ? since : Math.max(since, lastSentAt)) + PERIOD_NANOS;
        }
        return responsiveness == null ? quietAt : Math.min(quietAt, Math.max(begunAt, lastSentAt) + steadyNanos);
    }

    /**
     * Called first whenever something happens here. If the timer should have been before, the agent did nothing in
     * between.
     */
    private long awake() {
        long now = nanoTime.getAsLong();
        if (responsiveness != null && expectedAt != Long.MAX_VALUE && now - expectedAt > LATE_NANOS) {
            responsiveness.lookedAway(activeAt, now);
        }
        activeAt = now;
        return now;
    }

    private void onTimer() {
        long now = awake();
        if (waiting) {
            if (!counted && now - lastSentAt >= PATIENCE_NANOS) {
                notAnswered();
            }
        } else if (dueAt() <= now) {
            send(now);
            return;
        }
        schedule(); // or a frame has come
    }

    private void send(long now) {
        waiting = true;
        counted = false;
        lastSentAt = now;
        answers.asked(now);
        steadyNanos = STEADY_PERIOD_NANOS - phases.nextLong(STEADY_SPREAD_NANOS);
        if (responsiveness != null) {
            responsiveness.asked(now);
        }
        schedule();
        var unused = screen.probe().whenComplete((answer, failure) -> answered(answer));
    }

    private void notAnswered() {
        counted = true;
        probing.unanswered();
        LOG.info(
                "the screen has not answered a probe for {} s: no more are sent until it does",
                TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS));
    }

    /** @param answer null where the screen is lost, of which the session hears as well */
    private void answered(@Nullable ProbeAnswer answer) {
        long now = awake();
        waiting = false;
        if (answer != null && answer.kind() == ProbeAnswer.Kind.UNSUPPORTED) {
            answers.withdrawn();
        } else if (answer != null && answer.kind() != ProbeAnswer.Kind.NOT_ASKED) {
            answers.answered(now);
        }
        Responsiveness told = responsiveness;
        if (answer == null) {
            able = false;
        } else if (answer.kind() == ProbeAnswer.Kind.UNSUPPORTED) {
            able = false;
            unable = true;
            if (told != null) {
                told.unable("the screen answers no probes");
            }
        } else if (answer.kind() == ProbeAnswer.Kind.NOT_ASKED) {
            probing.inconclusive();
        } else {
            heard(answer);
            if (told != null) {
                told.answered(now);
            }
        }
        schedule();
    }

    private void heard(ProbeAnswer answer) {
        Measurement of = measurement;
        if (answer.kind() != ProbeAnswer.Kind.UNCHANGED) {
            probing.inconclusive();
            changedBeforeSentAt = changedSentAt;
            changedSentAt = answer.sentAt();
            return;
        }
        probing.unchanged();
        unchangedSentAt = answer.sentAt();
        if (of != null) {
            of.unchangedUntil(answer.sentAt());
        }
    }
}
