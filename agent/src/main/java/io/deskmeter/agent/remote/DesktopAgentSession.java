package io.deskmeter.agent.remote;

import io.deskmeter.agent.pairing.PairingCode;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.LogOffUser;
import io.deskmeter.link.v1.PrepareDesktop;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.ReleaseDesktop;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A target with its desktop agent, from logon to logoff: the common part of sessions that are driven from here and of
 * delegated ones.
 */
final class DesktopAgentSession {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopAgentSession.class);

    /** Includes time for the last timings and the end of applications. */
    private static final Duration LOG_OFF = Duration.ofSeconds(20);

    /** For a desktop agent that has never answered. */
    private static final Duration NEVER_ANSWERED = Duration.ofSeconds(2);

    private static final Duration SAY_AGAIN = Duration.ofSeconds(2);

    private final DesktopTarget desktopTarget;
    private final DesktopAgentChannel desktopAgent;
    private final PrepareRun run;
    private final ScheduledExecutorService timers;
    private volatile boolean known;
    private volatile String code = "";

    /** Completes when no pairing code is needed any more. */
    private final CompletableFuture<Void> looked = new CompletableFuture<>();

    /**
     * @param run for which it is prepared
     * @param timers shared
     */
    DesktopAgentSession(
            DesktopTarget desktopTarget,
            DesktopAgentChannel desktopAgent,
            PrepareRun run,
            ScheduledExecutorService timers) {
        this.desktopTarget = desktopTarget;
        this.desktopAgent = desktopAgent;
        this.run = run;
        this.timers = timers;
    }

    DesktopTarget desktopTarget() {
        return desktopTarget;
    }

    DesktopAgentChannel desktopAgent() {
        return desktopAgent;
    }

    /** Opens the display, which is searched for the pairing code until the desktop agent has answered. */
    CompletableFuture<Screen> display(FrameListener listener, Executor executor) {
        Optional<PairingCodeReader> reader = desktopTarget.pairingCodes();
        if (reader.isEmpty()) {
            return desktopTarget.display(listener, executor);
        }
        PairingCodeScanner look = new PairingCodeScanner(listener, reader.get(), this::seen);
        var unused = looked.thenRunAsync(look::stop, executor);
        return desktopTarget.display(look, executor);
    }

    private void seen(PairingCode now) {
        if (!code.equals(now.toString())) {
            LOG.debug("pairing code {} is on the display", now);
            code = now.toString();
            desktopAgent.seen(code);
        }
    }

    /** The message may have been lost with a connection. */
    private void sayAgain() {
        if (!code.isEmpty()) {
            desktopAgent.seen(code);
        }
    }

    /** What the session is still waiting for, for display. */
    String waitsFor() {
        return "no desktop agent " + who() + " has answered; "
                + (code.isEmpty()
                        ? "no pairing code was found on the display"
                        : "the pairing code " + code + " on the display belongs to no free desktop agent");
    }

    /**
     * Finds the desktop agent and has it prepare the session.
     *
     * @param dock whether applications are launched by a click on the dock
     * @param within how long all that may take
     */
    CompletableFuture<Void> prepare(boolean dock, Duration within) {
        desktopAgent.want(desktopTarget.wanted());
        var again = timers.scheduleWithFixedDelay(
                this::sayAgain, SAY_AGAIN.toMillis(), SAY_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<String> asked = desktopAgent.call(message ->
                message.setPrepare(PrepareDesktop.newBuilder().setRun(run).setDock(dock)));
        var timer = timers.schedule(
                () -> asked.completeExceptionally(new DesktopAgentException("desktop agent: none " + who()
                        + " was ready within " + within.toSeconds() + " s: " + waitsFor()
                        + " (expected: `deskmeter agent desktop` started with the session; hint: check its log, and that it"
                        + " connects to this controller)")),
                within.toNanos(),
                TimeUnit.NANOSECONDS);
        return asked.handle((detail, failure) -> {
                    timer.cancel(false);
                    again.cancel(false);
                    looked.complete(null);
                    known = failure == null;
                    return failure;
                })
                .thenCompose(failure -> failure == null
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failure));
    }

    private String who() {
        String user = desktopTarget.wanted().getUser();
        return user.isEmpty() ? "in the desktop" : "of user " + user;
    }

    private void leave(DesktopAgentMessage.Builder message) {
        if (desktopTarget.wanted().getKeepsSession()) {
            message.setRelease(ReleaseDesktop.getDefaultInstance());
        } else {
            message.setLogOff(LogOffUser.getDefaultInstance());
        }
    }

    /** Logs the user off, if one has logged on, and ends the local parts of the session; blocks. */
    void end() {
        looked.complete(null);
        Duration timeouts = known ? LOG_OFF : NEVER_ANSWERED;
        try {
            desktopAgent.call(this::leave).get(timeouts.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            LOG.debug("logoff: {}", e.toString());
        } catch (TimeoutException e) {
            LOG.warn("logoff {}: the desktop agent did not answer within {} s", who(), timeouts.toSeconds());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            desktopAgent.close();
            desktopTarget.end();
        }
    }
}
