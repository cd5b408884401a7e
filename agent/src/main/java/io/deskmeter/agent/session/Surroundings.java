package io.deskmeter.agent.session;

import io.deskmeter.agent.evidence.FilmSource;
import io.deskmeter.agent.watch.Sight;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All that sessions take from outside.
 *
 * @param workplaces where sessions work
 * @param sights a new sight for every session
 * @param films what is kept of pictures
 * @param pool shared by all sessions for what does not block
 * @param blocking for what does: starts and ends of desktops and programs, content on disk
 * @param timers shared
 * @param nanoTime monotonic; the clock of every instant in a timing, also of the screens' arrival times
 * @param wall labels only
 */
public record Surroundings(
        Workplaces workplaces,
        Supplier<Sight> sights,
        FilmSource films,
        Executor pool,
        Executor blocking,
        ScheduledExecutorService timers,
        LongSupplier nanoTime,
        InstantSource wall) {

    /** The same, but for sessions that work elsewhere. */
    public Surroundings at(Workplaces elsewhere) {
        return new Surroundings(elsewhere, sights, films, pool, blocking, timers, nanoTime, wall);
    }
}
