package io.deskmeter.agent.session;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.rdp.LogonResult;
import io.deskmeter.agent.rdp.WaitingWindow;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.desktop.SessionDesktop;
import io.deskmeter.agent.session.handler.WindowHandlers;
import io.deskmeter.agent.session.result.Defects;
import io.deskmeter.agent.session.result.Handled;
import io.deskmeter.agent.watch.MovingParts;
import io.deskmeter.agent.watch.Regions;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.agent.watch.probe.RestProof;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.compare.RegionMemory;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a user is logged on: the picture is usable, the screen is connected, and the desktop is prepared.
 * Without a {@link LogonMonitor} the first picture that stays unchanged for a while is usable. Used on the session's
 * executor.
 */
final class SessionLogon implements AutoCloseable {
    /** The session. */
    interface Host {
        /** Asks for a call of {@link #onTimer} at an instant; replaces the previous request. */
        void setTimer(long instant);

        /**
         * The session can begin.
         *
         * @param nanos from the start of the desktop to the usable picture; 0 if that is not known, as Deskmeter itself
         *     did not dismiss a window
         * @param note what handlers did; empty if nothing
         */
        void loggedOn(long nanos, String note);

        /**
         * The session cannot begin.
         *
         * @param ofHarness whether the platform has no part in it: nothing tells if the user is logged on, or input for
         *     a window was not sent
         */
        void failed(String why, boolean ofHarness);
    }

    private final SessionDesktop desktop;
    private final Timeouts timeouts;
    private final LongSupplier nanoTime;
    private final long startedAt;
    private final WindowHandlers windows;
    private final Probing probing;
    private final Host host;

    /** Until the logon is decided; null for desktops without one. */
    private @Nullable LogonMonitor monitor;

    /** The last picture, where no monitor looks at it. */
    private @Nullable RegionMemory picture;

    private final MovingParts moving = new MovingParts();
    private @Nullable Screen connected;

    /**
     * Where the picture alone decides, the server must answer, too; null where something else proves the logon, or the
     * screen is not connected.
     */
    private @Nullable RestProof proof;

    /** Where the picture alone decides, the caret of an application that has been left open is no movement. */
    private final boolean exceptCaret;

    private boolean prepared;
    private boolean closed;
    private long lastFrameAt = Timing.NEVER;

    /** When the picture was last looked at; frames must not put the next look off. */
    private long lookedAt = Timing.NEVER;

    /** When the picture became usable. */
    private long usableAt = Timing.NEVER;

    /**
     * @param startedAt when the start of the desktop began, by {@code nanoTime}
     * @param windows that handlers dismiss; a user can start when none is open
     * @param probing whether a server is asked if its picture is at rest
     */
    SessionLogon(
            SessionDesktop desktop,
            Timeouts timeouts,
            LongSupplier nanoTime,
            long startedAt,
            WindowHandlers windows,
            Probing probing,
            Host host) {
        this.desktop = desktop;
        this.timeouts = timeouts;
        this.nanoTime = nanoTime;
        this.startedAt = startedAt;
        this.windows = windows;
        this.probing = probing;
        this.host = host;
        this.monitor = desktop.logon(startedAt).orElse(null);
        this.exceptCaret = desktop.isSeenOnly();
    }

    void begin() {
        windows.serve(new Windows());
        host.setTimer(deadline());
    }

    /** The screen is connected. */
    void connected(Screen screen) {
        connected = screen;
        if (monitor != null) {
            monitor.connected(screen, probing, this::answered);
            setMonitorTimer();
        } else if (desktop.isSeenOnly()) {
            proof = new RestProof(screen, probing, this::answered);
            if (lastFrameAt != Timing.NEVER) {
                host.setTimer(now());
            }
        }
        continueWhenReady();
    }

    /** The server has answered: what that means is decided at once, but not within the call of the screen. */
    private void answered() {
        if (usableAt == Timing.NEVER && !closed) {
            host.setTimer(now());
        }
    }

    /** Applications can be opened. */
    void prepared() {
        prepared = true;
        continueWhenReady();
    }

    void observe(Observation observation) {
        if (observation instanceof Observation.Picture any) {
            windows.see(any.update());
        }
        if (usableAt != Timing.NEVER || !(observation instanceof Observation.Picture shown)) {
            return; // What changes now belongs to the preparation; the deadline stands.
        }
        if (monitor == null) {
            lastFrameAt = hasChanged(shown.update()) ? shown.at() : lastFrameAt;
            host.setTimer(Math.min(nextLookAt(), deadline()));
        } else {
            monitor.see(shown.update()).ifPresentOrElse(this::judged, this::setMonitorTimer);
        }
    }

    /** At the end of the quiet time, and before it where the server is asked all that time whether it answers. */
    private long nextLookAt() {
        long quietAt = lastFrameAt + timeouts.quiet().toNanos();
        return proof == null ? quietAt : Math.min(quietAt, Math.max(lastFrameAt, lookedAt) + RestProof.LOOK_NANOS);
    }

    /** Whether a part of the screen that counts shows something else. */
    private boolean hasChanged(FrameUpdate update) {
        Frame frame = update.frame();
        RegionMemory known = picture;
        if (known == null || !known.region().equals(frame.bounds())) {
            picture = RegionMemory.remember(frame, frame.bounds()).ignoring(desktop.restless());
            return true;
        }
        if (exceptCaret
                ? known.differingBesideCaret(update) < RegionMemory.MORE_THAN_CARET
                : known.differing(update) == 0) {
            return false;
        }
        update.damage().forEach(rect -> moving.changed(known.differingIn(rect), update.arrivedAt()));
        known.adopt(frame);
        return true;
    }

    void onTimer() {
        if (windows.isOpen() && now() < deadline()) {
            host.setTimer(deadline());
        } else if (usableAt != Timing.NEVER && now() < deadline()) {
            continueWhenReady();
        } else if (usableAt != Timing.NEVER) {
            String missing = desktop.waitsFor();
            fail(
                    "a picture rested, but the session was not ready within "
                            + timeouts.logon().toSeconds() + " s" + (missing.isEmpty() ? "" : ": " + missing)
                            + waiting()
                                    .map(place -> "; " + WaitingWindow.words(place))
                                    .orElse(""),
                    true,
                    false);
        } else if (monitor == null) {
            quietOrLate();
        } else {
            monitor.at(now()).ifPresentOrElse(this::judged, this::setMonitorTimer);
        }
    }

    private void setMonitorTimer() {
        if (monitor != null) {
            monitor.nextLookAt(now()).ifPresent(host::setTimer);
        }
    }

    private void judged(LogonResult result) {
        if (result.usable()) {
            usable(result.shownAt());
        } else {
            fail(result.words(), result.late(), result.outcome() == LogonResult.Outcome.UNPROVED);
        }
    }

    private void quietOrLate() {
        long now = now();
        lookedAt = now;
        long quietNanos = timeouts.quiet().toNanos();
        boolean quiet = lastFrameAt != Timing.NEVER && connected != null && rest(now) >= quietNanos;
        // A picture that rests by the clock gets the time for which the server has stood still.
        long over = !quiet && restsByTheClock(now) ? deadline() + RestProof.PATIENCE.toNanos() : deadline();
        Optional<Rect> waiting = quiet && desktop.isSeenOnly() ? waiting() : Optional.empty();
        String nothing = quiet ? provesNothing() : "";
        if (!nothing.isEmpty()) {
            fail(nothing, false, true);
        } else if (quiet && waiting.isEmpty()) {
            usableIfAnswered(now);
        } else if (isSilent(now) && now >= deadline()) {
            failSilent(now);
        } else if (now >= over) {
            fail(
                    waiting.map(place -> "not usable within " + timeouts.logon().toSeconds() + " s: "
                                    + WaitingWindow.words(place))
                            .orElseGet(this::noQuiet),
                    true,
                    false);
        } else {
            host.setTimer(Math.min(now + (proof == null ? quietNanos : RestProof.LOOK_NANOS), over));
        }
    }

    private boolean restsByTheClock(long now) {
        return proof != null
                && lastFrameAt != Timing.NEVER
                && now - Math.max(lastFrameAt, windows.lastSentAt())
                        >= timeouts.quiet().toNanos();
    }

    /** For how long the picture has rested. */
    private long rest(long now) {
        // A handler may have gone on with its input after the last frame.
        long from = Math.max(lastFrameAt, windows.lastSentAt());
        RestProof answers = proof;
        return answers == null ? now - from : answers.restOf(from, now);
    }

    /** Why a picture at rest proves nothing; empty if it does. */
    private String provesNothing() {
        Rect screen = picture == null ? null : picture.region();
        return screen == null || Regions.pixelsBeside(screen, desktop.restless()) > 0
                ? ""
                : "`except` of `ready` covers all of the screen of " + screen.width() + "x" + screen.height()
                        + ", so nothing proves that the desktop is there (expected: the parts that change by themselves,"
                        + " such as a clock)";
    }

    /**
     * A rest that has begun in time is decided by the server's answer; before the time is over, a server may be silent
     * for long, and answer after all.
     */
    private void usableIfAnswered(long now) {
        RestProof answers = proof;
        RestProof.Verdict verdict = answers == null ? RestProof.Verdict.RESTS : answers.judge(lastFrameAt, now);
        if (verdict == RestProof.Verdict.RESTS) {
            usable(lastFrameAt);
        } else if (verdict == RestProof.Verdict.SILENT && now >= deadline()) {
            failSilent(now);
        } else {
            host.setTimer(now + RestProof.LOOK_NANOS);
        }
    }

    /** Whether the picture has not changed for the quiet time, and the server not answered. */
    private boolean isSilent(long now) {
        RestProof answers = proof;
        return answers != null
                && lastFrameAt != Timing.NEVER
                && now - lastFrameAt >= timeouts.quiet().toNanos()
                && answers.isSilent(now);
    }

    private void failSilent(long now) {
        fail(
                "not usable within " + timeouts.logon().toSeconds() + " s: "
                        + Objects.requireNonNull(proof, "asked").words(now),
                false,
                false);
    }

    private Optional<Rect> waiting() {
        return windows.picture().flatMap(WaitingWindow::find);
    }

    private String noQuiet() {
        String noPicture = connected == null ? "" : connected.whyNoPicture();
        if (!noPicture.isEmpty()) {
            return "no picture within " + timeouts.logon().toSeconds() + " s: " + noPicture;
        }
        if (lastFrameAt == Timing.NEVER) {
            return "no picture within " + timeouts.logon().toSeconds()
                    + " s (expected: one after it was requested; hint: is the output of the desktop switched off, or does its server"
                    + " hang? does another viewer show it?)";
        }
        List<Rect> parts = moving.since(lastFrameAt - 2 * timeouts.quiet().toNanos());
        return "no quiet picture within " + timeouts.logon().toSeconds() + " s"
                + (parts.isEmpty()
                        ? ""
                        : ": " + MovingParts.words(parts) + " keeps changing (" + MovingParts.readyHint(parts) + ")");
    }

    /**
     * @param late whether it was not usable in time, and that is all that can be said: a window may have been in front
     */
    private void fail(String why, boolean late, boolean unproved) {
        Handled handled = windows.handled(startedAt);
        host.failed(handled.after(why), unproved || (late && windows.isStuck()));
    }

    private void usable(long at) {
        usableAt = at;
        continueWhenReady();
    }

    private void continueWhenReady() {
        if (usableAt != Timing.NEVER && prepared && connected != null && !windows.isOpen()) {
            close();
            long from = Math.max(usableAt, windows.goneAt());
            Handled handled = windows.handled(startedAt);
            host.loggedOn(handled.spoilt().isEmpty() ? from - startedAt : 0, handled.words());
        } else if (usableAt != Timing.NEVER) {
            host.setTimer(deadline());
        }
    }

    /** Why the loss of the screen, or another failure, has ended the logon. */
    String words(Throwable cause) {
        String why = Defects.detailOf(cause);
        return monitor != null && cause instanceof ScreenException gone
                ? monitor.lost(gone, now()).map(LogonResult::words).orElse(why)
                : why;
    }

    private final class Windows implements WindowHandlers.Host {
        @Override
        public boolean isInputUnderWay() {
            return false;
        }

        @Override
        public long lastSentAt() {
            return Timing.NEVER;
        }

        /** The picture without the window is looked at first. */
        @Override
        public void windowsChanged() {
            host.setTimer(windows.isOpen() ? deadline() : now());
        }
    }

    private long deadline() {
        return startedAt + timeouts.logon().toNanos();
    }

    private long now() {
        return nanoTime.getAsLong();
    }

    /** Frees what the monitor holds; idempotent. */
    @Override
    public void close() {
        closed = true;
        proof = null;
        picture = null;
        if (monitor != null) {
            monitor.close();
            monitor = null;
        }
    }
}
