package io.deskmeter.agent.rdp;

import io.deskmeter.agent.rdp.LogonResult.Outcome;
import io.deskmeter.agent.watch.MovingParts;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.agent.watch.probe.RestProof;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.compare.RegionMemory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Monitors one logon. Pass it the start of the client, every frame, the time at {@link #nextLookAt}, and the loss of
 * the screen. The call that decides the logon returns the result; later calls return none.
 *
 * <p>The screen must show what the client paints from the start ({@code ViewerSettings.fromTheStart}); else frames
 * before the first stable picture are missing, and the times are too coarse.
 *
 * <p>On the session's executor only.
 */
public final class LogonMonitor implements AutoCloseable {
    /** A login window appears only after a refusal, and stays; one that is just being closed is not a refusal. */
    private static final long LOGIN_TIMEOUT = Duration.ofSeconds(2).toNanos();
    /**
     * A connection log looks the same after a refusal and while a busy server starts a session, so it decides nothing
     * before the time is over; then a log that has been unchanged for this long is a refusal.
     */
    private static final long LOG_TIMEOUT = Duration.ofSeconds(15).toNanos();

    private static final String UNPROVED =
            "a picture rests, and nothing proves that it is the user's desktop: a login window rests, too"
                    + " (expected: `ready: { landmark: … }` in the target, a picture that only the user's desktop shows; hint:"
                    + " ./deskmeter agent screenshot --target PROFILE.yaml FILE.png takes the picture to cut it from)";

    private final LogonGoal goal;
    private final Duration within;
    private final TemplateMatcher matcher;
    private long firedAt;
    private long lastFrameAt;
    private long lastWithoutAt;
    /** The arrivals of the frame that last changed the picture, and of the previous one. */
    private long changedAt;

    private long beforeChangeAt;
    /** Since when no pause between two changes has been long enough for a rest. */
    private long movingSince;

    /** When {@link #at} was called last. Frames that change nothing must not put the next call off. */
    private long lookedAt;

    private @Nullable RegionMemory picture;
    private @Nullable Frame frame;
    private final MovingParts moving = new MovingParts();
    /** Null before the screen is known: then silence alone decides. */
    private @Nullable RestProof proof;

    private @Nullable Screen screen;
    /** Whether a picture rests, and the server has not yet answered that it does. */
    private boolean asked;

    private boolean settled;

    /**
     * Starts the monitor.
     *
     * @param within from the client's start until the desktop must be usable
     * @param firedAt the present estimate; {@link #launched} sets the exact time
     */
    public LogonMonitor(LogonGoal goal, Duration within, long firedAt, MatcherBuffers matcherBuffers) {
        this.goal = goal;
        this.within = within;
        this.matcher = new TemplateMatcher(matcherBuffers);
        launched(firedAt);
    }

    /** Sets the time read immediately before the client's start; call this before the first frame. */
    public void launched(long at) {
        firedAt = at;
        lastFrameAt = at;
        lastWithoutAt = at;
        changedAt = at;
        beforeChangeAt = at;
        movingSince = at;
        lookedAt = at;
    }

    /**
     * The screen is open: from now on a picture rests only if the server answers.
     *
     * @param heard called after an answer, on the owner's executor: time to call {@link #at}
     */
    public void connected(Screen opened, Probing probing, Runnable heard) {
        screen = opened;
        proof = new RestProof(opened, probing, heard);
    }

    /** Processes a frame. */
    public Optional<LogonResult> see(FrameUpdate update) {
        if (settled) {
            return Optional.empty();
        }
        long previousAt = lastFrameAt;
        boolean frameIsFirst = frame == null;
        lastFrameAt = update.arrivedAt();
        frame = update.frame();
        matcher.see(update);
        if (hasChanged(update)) {
            movingSince = frameIsFirst || isRest(update.arrivedAt() - changedAt) ? update.arrivedAt() : movingSince;
            changedAt = update.arrivedAt();
            beforeChangeAt = previousAt;
        }
        if (goal instanceof LogonGoal.Landmark landmark
                && matcher.find(landmark.template()).found()) {
            return usable(lastWithoutAt, update.arrivedAt(), landmark.template().name() + " is on the screen");
        }
        lastWithoutAt = update.arrivedAt();
        return Optional.empty();
    }

    private boolean hasChanged(FrameUpdate update) {
        RegionMemory known = picture;
        if (known == null || !known.region().equals(update.frame().bounds())) {
            picture = RegionMemory.remember(update.frame(), update.frame().bounds());
            return true;
        }
        if (known.isTouchedBy(update) && differsIn(known, update)) {
            update.damage().forEach(rect -> moving.changed(known.differingIn(rect), update.arrivedAt()));
            known.adopt(update.frame());
            return true;
        }
        return false;
    }

    private boolean differsIn(RegionMemory known, FrameUpdate update) {
        return goal.isExceptCaret()
                ? known.differingBesideCaret(update) >= RegionMemory.MORE_THAN_CARET
                : known.differing(update) > 0;
    }

    /** When to call {@link #at} if no frame arrives earlier; empty if there is nothing to wait for. */
    public OptionalLong nextLookAt(long now) {
        if (settled) {
            return OptionalLong.empty();
        }
        long look = Math.max(now, Math.max(lookedAt, changedAt) + RestProof.LOOK_NANOS);
        if (asked) {
            return OptionalLong.of(look);
        }
        long next = firedAt + within.toNanos();
        next = earlier(next, changedAt + LOGIN_TIMEOUT, now);
        if (goal.rest().isPresent()) {
            next = earlier(next, changedAt + goal.rest().get().toNanos(), now);
        }
        return OptionalLong.of(proof == null || frame == null ? next : Math.min(next, look));
    }

    private static long earlier(long deadline, long candidate, long now) {
        return candidate - now > 0 && candidate - deadline < 0 ? candidate : deadline;
    }

    /** Decides by elapsed time; call this periodically and at {@link #nextLookAt}. */
    public Optional<LogonResult> at(long now) {
        Frame seen = frame;
        if (settled) {
            return Optional.empty();
        }
        lookedAt = now;
        asked = false;
        if (seen != null) {
            RestProof answers = proof;
            long stillFor = answers == null ? now - changedAt : answers.restOf(changedAt, now);
            Optional<LogonResult> still = still(seen, now, stillFor);
            if (still.isPresent()) {
                return still;
            }
        }
        // A rest that has begun in time is decided by the server's answer.
        if (asked || now - (firedAt + within.toNanos()) < 0) {
            return Optional.empty();
        }
        Optional<XrdpWindow> log = seen == null || now - changedAt < LOG_TIMEOUT
                ? Optional.empty()
                : XrdpWindow.find(seen).filter(window -> !window.fields());
        return log.isPresent() ? failed(Outcome.REFUSED, now, refused(log.get(), now - changedAt)) : late(now);
    }

    private Optional<LogonResult> still(Frame seen, long now, long stillFor) {
        Optional<XrdpWindow> window = stillFor >= shortestTimeout() ? XrdpWindow.find(seen) : Optional.empty();
        if (window.isPresent()) {
            return window.get().fields() && stillFor >= LOGIN_TIMEOUT
                    ? failed(Outcome.REFUSED, now, refused(window.get(), stillFor))
                    : Optional.empty();
        }
        RestProof answers = proof;
        if (isFlat(seen) || !isRest(now - changedAt)) {
            return Optional.empty();
        }
        if (answers != null && answers.isSilent(now)) {
            return failed(Outcome.SILENT, now, answers.words(now));
        }
        if (!isRest(stillFor)) {
            // By the clock it rests: the server has stood still for a part of that, and is given its time.
            asked = now - (firedAt + within.toNanos()) < RestProof.PATIENCE.toNanos();
            return Optional.empty();
        }
        RestProof.Verdict verdict = answers == null ? RestProof.Verdict.RESTS : answers.judge(changedAt, now);
        asked = verdict == RestProof.Verdict.ASKED;
        return asked ? Optional.empty() : resting(now);
    }

    private Optional<LogonResult> resting(long now) {
        return goal instanceof LogonGoal.Unproved
                ? failed(
                        Outcome.UNPROVED,
                        now,
                        UNPROVED + waiting().map(words -> "; " + words).orElse(""))
                : usable(beforeChangeAt, changedAt, "the picture is stable" + whyNotAsked());
    }

    /** What is not known of the desktop, though the picture rests. */
    private String whyNotAsked() {
        String why = proof == null ? "" : proof.whyNotAsked();
        return why.isEmpty() ? "" : "; whether the desktop still answers is not known: " + why;
    }

    private boolean isRest(long stillFor) {
        return goal.rest().filter(rest -> stillFor >= rest.toNanos()).isPresent();
    }

    private long shortestTimeout() {
        return Math.min(goal.rest().map(Duration::toNanos).orElse(LOGIN_TIMEOUT), LOGIN_TIMEOUT);
    }

    private static boolean isFlat(Frame seen) {
        int[] pixels = seen.pixels();
        for (int pixel : pixels) {
            if (((pixel ^ pixels[0]) & 0xFFFFFF) != 0) {
                return false;
            }
        }
        return true;
    }

    private String refused(XrdpWindow window, long stillFor) {
        String seconds = stillFor / Duration.ofSeconds(1).toNanos() + " s";
        return window.fields()
                ? "the server shows its login window at " + window.place() + " for " + seconds
                        + " (expected: the desktop; hint: wrong password, a locked or expired user, or no session free;"
                        + " the server's log shows which)"
                : "the server shows its log of the connection at " + window.place() + ", unchanged for the last "
                        + seconds
                        + " of " + within.toSeconds()
                        + " s (expected: the desktop; hint: wrong password, a locked or expired user, no session free, or the"
                        + " session does not start; the server's log shows which)";
    }

    private Optional<LogonResult> late(long now) {
        Optional<String> otherwise = otherThanUnstable(now);
        // What has begun to change just now may be a desktop that is being painted.
        boolean moves = isRest((changedAt - movingSince) / 2);
        return failed(
                moves && otherwise.isEmpty() ? Outcome.MOVING : Outcome.LATE,
                now,
                "not usable within " + within.toMillis() + " ms: " + otherwise.orElseGet(this::unstable));
    }

    /** Why the time is over; empty if only because the picture has changed of late. */
    private Optional<String> otherThanUnstable(long now) {
        Frame last = frame;
        if (last == null) {
            return Optional.of("the client showed nothing (expected: the desktop)" + whyNothing());
        }
        Optional<XrdpWindow> window = XrdpWindow.find(last);
        if (window.isPresent()) {
            return Optional.of(refused(window.get(), now - changedAt));
        }
        Optional<Rect> waiting = WaitingWindow.find(last);
        if (waiting.isPresent()) {
            return Optional.of(WaitingWindow.words(waiting.get()));
        }
        if (goal instanceof LogonGoal.Landmark landmark) {
            return Optional.of(matcher.diagnose(landmark.template()));
        }
        return isFlat(last)
                ? Optional.of("the picture is of one colour (expected: a stable desktop)")
                : Optional.empty();
    }

    /** What the server itself tells of a picture that does not come. */
    private String whyNothing() {
        Screen opened = screen;
        return opened == null
                ? ""
                : Stream.of(opened.whyNoPicture(), opened.unfinishedMessage())
                        .filter(words -> !words.isEmpty())
                        .map(words -> "; " + words)
                        .collect(Collectors.joining());
    }

    private String unstable() {
        List<Rect> parts = goal.rest()
                .map(rest -> moving.since(changedAt - 2 * rest.toNanos()))
                .orElse(List.of());
        return parts.isEmpty()
                ? "the picture is not stable (expected: a stable desktop)"
                : "the picture is not stable: " + MovingParts.words(parts)
                        + " keeps changing (expected: a stable desktop; " + MovingParts.readyHint(parts) + ")";
    }

    /** For people: the window that is all there is on the screen; empty if it is not so. */
    public Optional<String> waiting() {
        Frame seen = frame;
        return seen == null ? Optional.empty() : WaitingWindow.find(seen).map(WaitingWindow::words);
    }

    /** Processes that the screen could not be opened, or was lost. */
    public Optional<LogonResult> lost(ScreenException cause, long now) {
        if (settled) {
            return Optional.empty();
        }
        String said = String.valueOf(cause.getMessage());
        Frame last = frame;
        RdpDisconnectReason end = RdpDisconnectReason.of(said, last != null);
        if (last != null && end.outcome() == Outcome.ENDED) {
            Optional<XrdpWindow> window = XrdpWindow.find(last);
            if (window.isPresent()) { // xrdp gives the reason of a logoff where there has been no session
                return failed(
                        Outcome.REFUSED,
                        now,
                        refused(window.get(), now - changedAt) + "; then it ended the connection; " + said);
            }
        }
        return failed(end.outcome(), now, words(end, said));
    }

    /**
     * Each thing once: a cause that says itself what was expected needs no other words, unless the log of a client is
     * known to tell more.
     */
    private static String words(RdpDisconnectReason end, String said) {
        if (said.contains(end.words())) {
            return end.words();
        }
        return end.outcome() == Outcome.LATE && said.contains(" (expected: ") ? said : end.words() + "; " + said;
    }

    private Optional<LogonResult> usable(long withoutAt, long shownAt, String words) {
        settled = true;
        return Optional.of(new LogonResult(Outcome.USABLE, firedAt, withoutAt, shownAt, words));
    }

    private Optional<LogonResult> failed(Outcome outcome, long now, String words) {
        settled = true;
        return Optional.of(new LogonResult(outcome, firedAt, lastFrameAt, now, words));
    }

    /** A copy of the last picture; empty before the first, and after {@link #close}. */
    public Optional<Frame> picture() {
        return Optional.ofNullable(frame).map(Frame::copy);
    }

    /** Frees the memory of the template matcher. Idempotent. */
    @Override
    public void close() {
        settled = true;
        picture = null;
        frame = null;
        proof = null;
        screen = null;
        matcher.close();
    }
}
