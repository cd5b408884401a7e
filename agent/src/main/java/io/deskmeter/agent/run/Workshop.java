package io.deskmeter.agent.run;

import io.deskmeter.agent.evidence.FilmSource;
import io.deskmeter.agent.session.Surroundings;
import io.deskmeter.agent.watch.Landmarks;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/** What the foreman needs to have sessions worked. */
interface Workshop {
    /** What sessions take from outside. */
    Surroundings surroundings(Landmarks landmarks, FilmSource films);

    /** Shared by all sessions. */
    Executor pool();

    /** One thread, for pictures. */
    Executor encoder();

    /** Rings alarms; nothing may run on it for longer than a moment. */
    ScheduledExecutorService timers();

    /** One thread for what touches the disk and must keep its order: no session waits for it. */
    ScheduledExecutorService chores();

    LongSupplier nanoTime();
}
