package io.deskmeter.agent.desk;

import io.deskmeter.link.v1.DeskLogOff;
import io.deskmeter.link.v1.DeskPrepare;
import io.deskmeter.link.v1.PrepareRun;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A venue with its desktop agent, from the logon to the logoff: what driving from here and having it work by itself have in common. */
final class DeskSession {
    private static final Logger LOG = LoggerFactory.getLogger(DeskSession.class);

    /** The last timings are on their way for a while, and applications end. */
    private static final Duration LOG_OFF = Duration.ofSeconds(20);

    /** For one that has never answered. */
    private static final Duration STRANGER = Duration.ofSeconds(2);

    private final Venue venue;
    private final Desk desk;
    private final PrepareRun run;
    private final ScheduledExecutorService timers;
    private volatile boolean known;

    /**
     * @param run what it is to be prepared for
     * @param timers shared
     */
    DeskSession(Venue venue, Desk desk, PrepareRun run, ScheduledExecutorService timers) {
        this.venue = venue;
        this.desk = desk;
        this.run = run;
        this.timers = timers;
    }

    Venue venue() {
        return venue;
    }

    Desk desk() {
        return desk;
    }

    /**
     * Finds the desktop agent and has it prepare the session.
     *
     * @param dock whether applications are launched by hand
     * @param within how long all that may take
     */
    CompletableFuture<Void> prepare(boolean dock, Duration within) {
        desk.want(venue.account(), venue.ticket());
        CompletableFuture<String> asked = desk.call(message ->
                message.setPrepare(DeskPrepare.newBuilder().setRun(run).setDock(dock)));
        var timer = timers.schedule(
                () -> asked.completeExceptionally(new DeskException("desktop agent: none " + who()
                        + " was ready within " + within.toSeconds()
                        + " s (expected: `deskmeter agent desktop` started with the session; hint: its log, and that it dials"
                        + " this controller)")),
                within.toNanos(),
                TimeUnit.NANOSECONDS);
        return asked.handle((detail, failure) -> {
                    timer.cancel(false);
                    known = failure == null;
                    return failure;
                })
                .thenCompose(failure -> failure == null
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failure));
    }

    private String who() {
        String user = venue.account().toString();
        return user.isEmpty() ? "in the desktop" : "of user " + user;
    }

    /** Logs the user off and ends what is kept here; blocks. */
    void end() {
        Duration patience = known ? LOG_OFF : STRANGER;
        try {
            desk.call(message -> message.setLogOff(DeskLogOff.getDefaultInstance()))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            LOG.debug("logoff: {}", e.toString());
        } catch (TimeoutException e) {
            LOG.warn("logoff {}: the desktop agent did not answer within {} s", who(), patience.toSeconds());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            desk.close();
            venue.end();
        }
    }
}
