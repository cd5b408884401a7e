package io.deskmeter.agent.session;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.rdp.LogonResult;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.ScreenException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a user is logged on: the picture is usable, the screen is connected, and the desktop is prepared. Without a {@link LogonMonitor} the
 * first picture that stays unchanged for a while is usable. Used on the session's executor.
 */
final class SessionLogon implements AutoCloseable {
    /** The session. */
    interface Host {
        /** Asks for a call of {@link #onTimer} at an instant; replaces the previous request. */
        void setTimer(long instant);

        /**
         * The session can begin.
         *
         * @param nanos from the start of the desktop to the usable picture
         */
        void loggedOn(long nanos);

        /**
         * The session cannot begin.
         *
         * @param unproved whether nothing tells if the user is logged on: that is a lack of the profile, not of the platform
         */
        void failed(String why, boolean unproved);
    }

    private final SessionDesktop desktop;
    private final Timeouts timeouts;
    private final LongSupplier nanoTime;
    private final long startedAt;
    private final Host host;

    /** Until the logon is decided; null for desktops without one. */
    private @Nullable LogonMonitor monitor;

    private boolean connected;
    private boolean prepared;
    private long lastFrameAt = Timing.NEVER;

    /** When the picture became usable. */
    private long usableAt = Timing.NEVER;

    /** @param startedAt when the start of the desktop began, by {@code nanoTime} */
    SessionLogon(SessionDesktop desktop, Timeouts timeouts, LongSupplier nanoTime, long startedAt, Host host) {
        this.desktop = desktop;
        this.timeouts = timeouts;
        this.nanoTime = nanoTime;
        this.startedAt = startedAt;
        this.host = host;
        this.monitor = desktop.logon(startedAt).orElse(null);
    }

    void begin() {
        host.setTimer(deadline());
    }

    /** The screen is connected. */
    void connected() {
        connected = true;
        continueWhenReady();
    }

    /** Applications can be opened. */
    void prepared() {
        prepared = true;
        continueWhenReady();
    }

    void observe(Observation observation) {
        if (usableAt != Timing.NEVER || !(observation instanceof Observation.Picture picture)) {
            return; // What changes now belongs to the preparation; the deadline stands.
        }
        lastFrameAt = picture.at();
        if (monitor == null) {
            host.setTimer(Math.min(lastFrameAt + timeouts.quiet().toNanos(), deadline()));
        } else {
            monitor.see(picture.update()).ifPresentOrElse(this::judged, this::setMonitorTimer);
        }
    }

    void onTimer() {
        if (usableAt != Timing.NEVER) {
            String missing = desktop.waitsFor();
            host.failed(
                    "a picture rested, but the session was not ready within "
                            + timeouts.logon().toSeconds() + " s" + (missing.isEmpty() ? "" : ": " + missing),
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
            host.failed(result.words(), result.outcome() == LogonResult.Outcome.UNPROVED);
        }
    }

    private void quietOrLate() {
        long now = now();
        long quietNanos = timeouts.quiet().toNanos();
        if (lastFrameAt != Timing.NEVER && connected && now - lastFrameAt >= quietNanos) {
            usable(lastFrameAt);
        } else if (now >= deadline()) {
            host.failed("no quiet picture within " + timeouts.logon().toSeconds() + " s", false);
        } else {
            host.setTimer(Math.min(now + quietNanos, deadline()));
        }
    }

    private void usable(long at) {
        usableAt = at;
        continueWhenReady();
    }

    private void continueWhenReady() {
        if (usableAt != Timing.NEVER && prepared && connected) {
            close();
            host.loggedOn(usableAt - startedAt);
        } else if (usableAt != Timing.NEVER) {
            host.setTimer(deadline());
        }
    }

    /** Why the loss of the screen, or another failure, has ended the logon. */
    String words(Throwable cause) {
        String why = StepExecutor.detailOf(cause);
        return monitor != null && cause instanceof ScreenException gone
                ? monitor.lost(gone, now()).map(LogonResult::words).orElse(why)
                : why;
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
        if (monitor != null) {
            monitor.close();
            monitor = null;
        }
    }
}
