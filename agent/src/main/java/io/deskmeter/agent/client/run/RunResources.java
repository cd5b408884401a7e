package io.deskmeter.agent.client.run;

import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.watch.landmark.Landmarks;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/** The threads and factories that a run handler needs to run sessions. */
public interface RunResources {
    /** The context that sessions share. */
    SessionContext sessionContext(Landmarks landmarks, FrameRecorders frameRecorders);

    /** Shared by all sessions. */
    Executor pool();

    /** One thread, for pictures. */
    Executor encoder();

    /** Runs timers. A task must return immediately. */
    ScheduledExecutorService timers();

    /** One thread for disk work that must keep its order. No session waits for it. */
    ScheduledExecutorService backgroundTasks();

    LongSupplier nanoTime();
}
