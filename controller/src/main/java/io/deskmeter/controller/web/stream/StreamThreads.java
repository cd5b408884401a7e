package io.deskmeter.controller.web.stream;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import jakarta.annotation.PreDestroy;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The threads that write to event streams, whose clients may be slow. */
@Component
public final class StreamThreads implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(StreamThreads.class);

    private final ExecutorService threads;

    StreamThreads(InternalFaults faults) {
        this.threads = ControllerThreads.unbounded("events", faults);
    }

    @Override
    public void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the controller stops: nothing more is sent", e);
        }
    }

    @PreDestroy
    void close() {
        threads.shutdownNow();
    }
}
