package io.deskmeter.controller.web;

import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.check.Finding;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Tells one reader what a check finds: every event, in order, without holding up those who find. Safe for any thread. */
final class Telling {
    private static final long NO_TIMEOUT = 0;

    private final SseEmitter emitter = new SseEmitter(NO_TIMEOUT);
    private final Executor senders;
    private CompletableFuture<Void> told = CompletableFuture.completedFuture(null);

    Telling(Executor senders) {
        this.senders = senders;
    }

    SseEmitter emitter() {
        return emitter;
    }

    void finding(Finding finding) {
        send("finding", finding);
    }

    synchronized void done(CheckReport report) {
        send("done", report);
        told = told.whenComplete((nothing, failure) -> emitter.complete());
    }

    /** After a failure nothing more is sent: the reader has gone. */
    private synchronized void send(String name, Object data) {
        told = told.thenRunAsync(
                () -> {
                    try {
                        emitter.send(SseEmitter.event().name(name).data(data, MediaType.APPLICATION_JSON));
                    } catch (IOException e) {
                        throw new IllegalStateException("the reader has gone", e);
                    }
                },
                senders);
    }
}
