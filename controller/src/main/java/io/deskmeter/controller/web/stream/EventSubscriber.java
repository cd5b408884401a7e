package io.deskmeter.controller.web.stream;

import io.deskmeter.controller.faults.InternalFaults;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One subscriber of an event stream. A slow subscriber gets the latest state of each name, never a queue of old ones.
 * Thread-safe.
 */
public final class EventSubscriber implements HeartbeatStream {
    /** The content of a heartbeat. */
    static final String BEAT = "heartbeat";

    private final SseEmitter emitter;
    private final Executor senders;
    private final InternalFaults faults;
    private final StreamPlaces.Place place;
    private final Runnable gone;
    private final Map<String, Object> newest = new LinkedHashMap<>();
    private boolean sending;
    private boolean last;
    private boolean beatDue;

    /** @param gone called when the reader has disconnected, possibly more than once */
    public EventSubscriber(
            SseEmitter emitter, Executor senders, InternalFaults faults, StreamPlaces.Place place, Runnable gone) {
        this.emitter = emitter;
        this.senders = senders;
        this.faults = faults;
        this.place = place;
        this.gone = () -> {
            place.leave();
            gone.run();
        };
        emitter.onCompletion(this.gone);
        emitter.onError(error -> this.gone.run());
    }

    public SseEmitter emitter() {
        return emitter;
    }

    /** Queues a state; replaces an older one of that name that has not been sent yet. */
    public void offer(String name, Object state) {
        offer(name, state, false);
    }

    /** Sends the comment of a heartbeat, unless an event is being sent. */
    @Override
    public void beat() {
        synchronized (this) {
            if (sending || last) {
                return;
            }
            sending = true;
            beatDue = true;
        }
        senders.execute(this::sendAll);
    }

    @Override
    public boolean allowed() {
        return place.allowed();
    }

    /** Nothing that is queued is sent any more. */
    @Override
    public void end() {
        synchronized (this) {
            newest.clear();
            last = true;
            if (sending) {
                return;
            }
            sending = true;
        }
        senders.execute(this::sendAll);
    }

    /** Queues a state from before the subscription, unless a newer one is already queued. */
    public void offerFirst(String name, Object state, boolean isLast) {
        synchronized (this) {
            if (newest.containsKey(name) || last) {
                return;
            }
        }
        offer(name, state, isLast);
    }

    /** Queues the last state. */
    void offerLast(String name, Object state) {
        offer(name, state, true);
    }

    private void offer(String name, Object state, boolean isLast) {
        synchronized (this) {
            if (last) {
                return;
            }
            newest.put(name, state);
            last = isLast;
            if (sending) {
                return;
            }
            sending = true;
        }
        senders.execute(this::sendAll);
    }

    private void sendAll() {
        try {
            if (takeBeat()) {
                emitter.send(SseEmitter.event().comment(BEAT));
            }
            for (Map.Entry<String, Object> next = next(); next != null; next = next()) {
                emitter.send(SseEmitter.event().name(next.getKey()).data(next.getValue(), MediaType.APPLICATION_JSON));
            }
        } catch (IOException | IllegalStateException e) {
            // The reader has disconnected; it can reconnect.
            gone.run();
        } catch (RuntimeException | Error e) {
            // An internal error: the reader detects the end of the stream, but not silence.
            faults.report("an event for a reader", e);
            emitter.completeWithError(e);
            gone.run();
        }
    }

    private synchronized boolean takeBeat() {
        boolean due = beatDue;
        beatDue = false;
        return due;
    }

    private Map.@Nullable Entry<String, Object> next() {
        synchronized (this) {
            if (!newest.isEmpty()) {
                String name = newest.keySet().iterator().next();
                return Map.entry(name, Objects.requireNonNull(newest.remove(name)));
            }
            sending = false;
            if (!last) {
                return null;
            }
        }
        emitter.complete();
        gone.run();
        return null;
    }
}
