package io.deskmeter.controller.web;

import jakarta.annotation.PreDestroy;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.stereotype.Component;

/** Threads that write to readers of streams, of which each may be slow. */
@Component
final class Senders implements Executor {
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "events");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    @PreDestroy
    void close() {
        threads.shutdownNow();
    }
}
