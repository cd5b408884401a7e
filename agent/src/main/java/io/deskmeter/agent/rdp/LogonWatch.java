package io.deskmeter.agent.rdp;

import io.deskmeter.agent.rdp.Logon.Outcome;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.Eye;
import io.deskmeter.vision.RegionMemory;
import io.deskmeter.vision.Workbench;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Watches one logon. Tell it when the client was started, every frame, the time at {@link #nextLookAt}, and the loss; whichever of these
 * settles the matter gets the answer, and all later ones get none.
 *
 * <p>The screen must show what the client paints from the start ({@code ViewerSettings.fromTheStart}); else frames before the first quiet
 * picture are missing, and the times are too coarse.
 *
 * <p>On the session's executor only.
 */
public final class LogonWatch implements AutoCloseable {
    /** A login window comes only after a refusal, and stays; one that is just being left is not a refusal. */
    private static final long LOGIN_PATIENCE = Duration.ofSeconds(2).toNanos();
    /** A log of the connection also stands while a busy server starts a session. */
    private static final long LOG_PATIENCE = Duration.ofSeconds(15).toNanos();

    private final Goal goal;
    private final Duration within;
    private final Eye eye;
    private long firedAt;
    private long lastFrameAt;
    private long lastWithoutAt;
    /** Of the frame that changed the picture last, and of the one before it. */
    private long changedAt;

    private long beforeChangeAt;
    private @Nullable RegionMemory picture;
    private @Nullable Frame frame;
    private boolean settled;

    /**
     * Starts to watch.
     *
     * @param within from the client's start until the desktop must be usable
     * @param firedAt the time as known now; {@link #launched} says it exactly
     */
    public LogonWatch(Goal goal, Duration within, long firedAt, Workbench workbench) {
        this.goal = goal;
        this.within = within;
        this.eye = new Eye(workbench);
        launched(firedAt);
    }

    /** Takes the time over that was read immediately before the client's start; before the first frame. */
    public void launched(long at) {
        firedAt = at;
        lastFrameAt = at;
        lastWithoutAt = at;
        changedAt = at;
        beforeChangeAt = at;
    }

    /** Takes a frame in. */
    public Optional<Logon> see(FrameUpdate update) {
        if (settled) {
            return Optional.empty();
        }
        long previousAt = lastFrameAt;
        lastFrameAt = update.arrivedAt();
        frame = update.frame();
        eye.see(update);
        if (hasChanged(update)) {
            changedAt = update.arrivedAt();
            beforeChangeAt = previousAt;
        }
        if (goal instanceof Goal.Landmark landmark
                && eye.find(landmark.template()).found()) {
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
        if (known.isTouchedBy(update) && known.differing(update) > 0) {
            known.adopt(update.frame());
            return true;
        }
        return false;
    }

    /** When to call {@link #at} if no frame comes before; empty when there is nothing to wait for any more. */
    public OptionalLong nextLookAt(long now) {
        if (settled) {
            return OptionalLong.empty();
        }
        long next = firedAt + within.toNanos();
        next = earlier(next, changedAt + LOGIN_PATIENCE, now);
        next = earlier(next, changedAt + LOG_PATIENCE, now);
        if (goal instanceof Goal.Quiet quiet) {
            next = earlier(next, changedAt + quiet.quiet().toNanos(), now);
        }
        return OptionalLong.of(next);
    }

    private static long earlier(long deadline, long candidate, long now) {
        return candidate - now > 0 && candidate - deadline < 0 ? candidate : deadline;
    }

    /** Judges what follows from the passing of time; to be called from time to time and at {@link #nextLookAt}. */
    public Optional<Logon> at(long now) {
        Frame seen = frame;
        if (settled) {
            return Optional.empty();
        }
        if (seen != null) {
            Optional<Logon> still = still(seen, now, now - changedAt);
            if (still.isPresent()) {
                return still;
            }
        }
        if (now - (firedAt + within.toNanos()) < 0) {
            return Optional.empty();
        }
        return failed(Outcome.LATE, now, late());
    }

    private Optional<Logon> still(Frame seen, long now, long stillFor) {
        Optional<ServerWindow> window = stillFor >= shortestPatience() ? ServerWindow.find(seen) : Optional.empty();
        if (window.isPresent()) {
            boolean fields = window.get().fields();
            return stillFor >= (fields ? LOGIN_PATIENCE : LOG_PATIENCE)
                    ? failed(Outcome.REFUSED, now, refused(window.get(), stillFor))
                    : Optional.empty();
        }
        if (goal instanceof Goal.Quiet quiet && stillFor >= quiet.quiet().toNanos() && !isFlat(seen)) {
            return usable(beforeChangeAt, changedAt, "the picture has come to rest");
        }
        return Optional.empty();
    }

    private long shortestPatience() {
        return goal instanceof Goal.Quiet quiet ? Math.min(quiet.quiet().toNanos(), LOGIN_PATIENCE) : LOGIN_PATIENCE;
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

    private static String refused(ServerWindow window, long stillFor) {
        String seconds = stillFor / Duration.ofSeconds(1).toNanos() + " s";
        return window.fields()
                ? "the server shows its login window at " + window.place() + " for " + seconds
                        + " (expected: the desktop; hint: wrong password, a locked or expired user, or no session free;"
                        + " the server's own log tells which)"
                : "the server shows its log of the connection at " + window.place() + ", unchanged for " + seconds
                        + " (expected: the desktop; hint: wrong password, a locked or expired user, no session free, or the"
                        + " session does not start; the server's own log tells which)";
    }

    private String late() {
        String missing = "not usable within " + within.toMillis() + " ms: ";
        if (frame == null) {
            return missing + "the client showed nothing (expected: the desktop)";
        }
        return goal instanceof Goal.Landmark landmark
                ? missing + eye.diagnose(landmark.template())
                : missing + (isFlat(frame) ? "the picture is of one colour" : "the picture has not come to rest")
                        + " (expected: a desktop at rest)";
    }

    /** Takes in that the screen could not be opened, or was lost. */
    public Optional<Logon> lost(ScreenException cause, long now) {
        if (settled) {
            return Optional.empty();
        }
        String said = String.valueOf(cause.getMessage());
        RdpEnd end = RdpEnd.of(said, frame != null);
        return failed(end.outcome(), now, end.words() + "; " + said);
    }

    private Optional<Logon> usable(long withoutAt, long shownAt, String words) {
        settled = true;
        return Optional.of(new Logon(Outcome.USABLE, firedAt, withoutAt, shownAt, words));
    }

    private Optional<Logon> failed(Outcome outcome, long now, String words) {
        settled = true;
        return Optional.of(new Logon(outcome, firedAt, lastFrameAt, now, words));
    }

    /** Frees what the eye remembers; idempotent. */
    @Override
    public void close() {
        settled = true;
        picture = null;
        frame = null;
        eye.close();
    }
}
