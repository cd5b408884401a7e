package io.deskmeter.controller.web.stream;

import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.check.PreflightFinding;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Sends the findings of a check to one subscriber, in order, without blocking the checks. Thread-safe. */
public final class CheckEventStream implements HeartbeatStream {
    private static final long NO_TIMEOUT = 0;

    private final SseEmitter emitter;
    private final Executor senders;
    private final StreamPlaces.Place place;
    private CompletableFuture<Void> told = CompletableFuture.completedFuture(null);

    public CheckEventStream(Executor senders, StreamPlaces.Place place) {
        this(new SseEmitter(NO_TIMEOUT), senders, place);
    }

    CheckEventStream(SseEmitter emitter, Executor senders, StreamPlaces.Place place) {
        this.emitter = emitter;
        this.senders = senders;
        this.place = place;
    }

    @Override
    public boolean allowed() {
        return place.allowed();
    }

    /** The check itself goes on to its end. */
    @Override
    public synchronized void end() {
        EOFException ended = new EOFException("its reader may not read any more");
        told = told.whenComplete((nothing, failure) -> emitter.completeWithError(ended))
                .thenRun(() -> {
                    throw new CancellationException(ended.getMessage());
                });
    }

    public SseEmitter emitter() {
        return emitter;
    }

    public void finding(PreflightFinding finding) {
        send("finding", finding);
    }

    public synchronized void done(CheckReport report) {
        send("done", report);
        told = told.whenComplete((nothing, failure) -> emitter.complete());
    }

    /** The check itself has failed: the reader detects the end of the stream, but not silence. */
    public synchronized void failed(Throwable fault) {
        told = told.whenComplete((nothing, failure) -> emitter.completeWithError(fault));
    }

    @Override
    public synchronized void beat() {
        if (told.isDone() && !told.isCompletedExceptionally()) {
            send(SseEmitter.event().comment(EventSubscriber.BEAT));
        }
    }

    /** After a failure nothing more is sent: the reader has disconnected. */
    private synchronized void send(String name, Object data) {
        send(SseEmitter.event().name(name).data(data, MediaType.APPLICATION_JSON));
    }

    private synchronized void send(SseEmitter.SseEventBuilder event) {
        told = told.thenRunAsync(
                () -> {
                    try {
                        emitter.send(event);
                    } catch (IOException e) {
                        throw new IllegalStateException("the reader has gone", e);
                    }
                },
                senders);
    }
}
