package io.deskmeter.agent.watch.probe;

import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether a picture that does not change is one at rest. A server that hangs, or that has begun a change and never
 * sends the rest of it, shows the same as a desktop on which nothing happens. So a picture rests when the server has
 * answered for as long as the quiet time ({@link #restOf}), and a probe that left after it: it has read the request,
 * and all that it had begun to send has come.
 *
 * <p>An answer with changes may have left before the request was read, so another one must follow; by then these
 * changes have been seen, and the rest is over if they count.
 *
 * <p>Where the screen answers no probes, or they are switched off, silence alone decides, and {@link #whyNotAsked} says
 * so.
 *
 * <p>Owner: the executor on which the screen calls its listener.
 */
public final class RestProof {
    /** How long a server may take to answer: far longer than one that works does, also behind a slow line. */
    public static final Duration PATIENCE = Duration.ofNanos(Measurement.SERVER_PATIENCE_NANOS);

    /** When to call {@link #judge} again at the latest. */
    public static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** So many answers with changes, one after the other, do as well as one without. */
    private static final int WITH_CHANGES = 2;

    /** What is known of the rest. */
    public enum Verdict {
        /** Not yet anything. */
        ASKED,
        /** The server stands by its picture; or cannot be asked. */
        RESTS,
        /** The server has not answered within {@link RestProof#PATIENCE}; it may yet. */
        SILENT
    }

    private final Screen screen;
    private final Probing probing;
    private final Runnable heard;
    /** Why the screen is not asked; empty if it is. */
    private String unable;

    private final AnsweredTime answered = new AnsweredTime();
    private long changedAt = Timing.NEVER;
    private long begunAt = Timing.NEVER;
    private long askedAt = Timing.NEVER;
    private int answersWithChanges;
    private boolean proved;
    /** Whether a probe has no answer yet. */
    private boolean waiting;
    /** Whether the one that waits has been counted as unanswered. */
    private boolean counted;
    /** Whether the last answer has come since the last call, whose time it gets. */
    private boolean uncounted;
    /** Whether a probe is being sent, which may be answered at once. */
    private boolean sending;

    /**
     * @param heard called after an answer that may decide, on the owner's executor: {@link #judge} says what it means
     */
    public RestProof(Screen screen, Probing probing, Runnable heard) {
        this.screen = screen;
        this.probing = probing;
        this.heard = heard;
        this.unable = probing.isOn() ? "" : "probes are switched off";
    }

    /**
     * For how long the picture has rested while the server answered, which is to be compared with the quiet time: while
     * a server stands still, nothing of what its desktop does comes. To be called each {@link #LOOK_NANOS} from the
     * last change on; asks the screen.
     *
     * @param changedAt when the picture changed last
     * @param now monotonic nanoseconds, by the screen's clock
     */
    public long restOf(long changedAt, long now) {
        if (!unable.isEmpty()) {
            return now - changedAt;
        }
        countAnswer(now);
        if (!waiting && (askedAt == Timing.NEVER || now - askedAt >= LOOK_NANOS)) {
            ask(now);
        }
        return now - changedAt - answered.unanswered(changedAt, now);
    }

    /**
     * Decides, and asks the screen if that has not been done since its last change. To be called while the picture
     * rests, and first when its quiet time is over.
     *
     * @param changedAt when the picture changed last
     * @param now monotonic nanoseconds, by the screen's clock
     */
    public Verdict judge(long changedAt, long now) {
        countAnswer(now);
        if (begunAt == Timing.NEVER || changedAt != this.changedAt) {
            this.changedAt = changedAt;
            begunAt = now;
            answersWithChanges = 0;
            proved = false;
        }
        if (!isDecided() && !waiting) {
            ask(now);
        }
        if (isDecided()) {
            return Verdict.RESTS;
        }
        // What cannot even be sent is not answered either.
        return isSilent(now) || now - begunAt >= PATIENCE.toNanos() ? Verdict.SILENT : Verdict.ASKED;
    }

    /** Whether the server has not answered for {@link #PATIENCE}; it may yet. */
    public boolean isSilent(long now) {
        long since = answered.waitingSince();
        boolean silent = since != Timing.NEVER && !uncounted && now - since >= PATIENCE.toNanos();
        if (silent && waiting && !counted) {
            counted = true;
            probing.unanswered();
        }
        return silent;
    }

    private void countAnswer(long now) {
        if (uncounted) {
            answered.answered(now);
            uncounted = false;
        }
    }

    private boolean isDecided() {
        return proved || !unable.isEmpty();
    }

    private void ask(long now) {
        waiting = true;
        counted = false;
        sending = true;
        askedAt = now;
        answered.asked(now);
        var unused = screen.probe().whenComplete((answer, failure) -> answered(answer));
        sending = false;
        countAnswer(now);
    }

    /** @param answer null where the screen is lost, of which the owner hears as well */
    private void answered(@Nullable ProbeAnswer answer) {
        waiting = false;
        if (answer == null || answer.kind() == ProbeAnswer.Kind.NOT_ASKED) {
            return; // the next look asks again
        }
        if (answer.kind() == ProbeAnswer.Kind.UNSUPPORTED) {
            answered.withdrawn();
            unable = "the screen answers no probes";
        } else {
            uncounted = true;
            count(answer);
        }
        if (!sending) {
            heard.run();
        }
    }

    private void count(ProbeAnswer answer) {
        boolean unchanged = answer.kind() == ProbeAnswer.Kind.UNCHANGED;
        if (unchanged) {
            probing.unchanged();
        } else {
            probing.inconclusive();
        }
        if (answer.sentAt() - begunAt < 0) {
            return; // it was sent in an earlier rest
        }
        answersWithChanges += unchanged ? 0 : 1;
        proved = unchanged || answersWithChanges >= WITH_CHANGES;
    }

    /**
     * Why it is not known whether the desktop answers, though the picture rests, without a full stop; empty where it
     * has answered.
     */
    public String whyNotAsked() {
        return unable.isEmpty() ? screen.whyProbesMissDesktop() : unable;
    }

    /** For display, after {@link Verdict#SILENT}. */
    public String words(long now) {
        long since = answered.waitingSince();
        return words(screen, since == Timing.NEVER ? begunAt : since, now);
    }

    static String words(Screen screen, long since, long now) {
        String unfinished = screen.unfinishedMessage();
        return "the server has not answered for " + TimeUnit.NANOSECONDS.toSeconds(now - since)
                + " s, so nothing tells whether the picture is at rest"
                + (unfinished.isEmpty() ? "" : ": " + unfinished)
                + " (expected: an answer at once when a small part of the picture is asked for; hint: does the server hang,"
                + " or has the connection broken? see its log; for a server that never answers: " + Probing.VARIABLE
                + "=off)";
    }
}
