package io.deskmeter.agent.gesture;

import io.deskmeter.screen.Screen;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Sends the inputs of one gesture, each at its instant after the beginning: an input that is late delays none of those
 * that follow. What has become due meanwhile is sent at once, in its order. Runs on the timers' threads.
 */
public final class GestureSender {
    private final Screen screen;
    private final ScheduledExecutorService timers;
    private final LongSupplier nanoTime;
    private final List<TimedInput> inputs;
    private final SentInputs sent;
    private final CompletableFuture<Long> done = new CompletableFuture<>();
    private long begunAt;

    private GestureSender(
            Screen screen,
            ScheduledExecutorService timers,
            LongSupplier nanoTime,
            List<TimedInput> inputs,
            SentInputs sent) {
        this.screen = screen;
        this.timers = timers;
        this.nanoTime = nanoTime;
        this.inputs = inputs;
        this.sent = sent;
    }

    /**
     * Sends a gesture.
     *
     * @param sent learns of each input when it was sent
     * @return completes when all has been sent, with the instant before the first input; fails as {@link Screen#fire}
     */
    public static CompletableFuture<Long> send(
            Screen screen,
            ScheduledExecutorService timers,
            LongSupplier nanoTime,
            List<TimedInput> inputs,
            SentInputs sent) {
        GestureSender sender = new GestureSender(screen, timers, nanoTime, inputs, sent);
        sender.begunAt = nanoTime.getAsLong();
        sender.sendFrom(0);
        return sender.done;
    }

    private long dueAt(int input) {
        return begunAt + inputs.get(input).after();
    }

    /**
     * Nobody looks at what a timer's task throws, so it becomes the gesture's failure, errors of the machine too:
     * otherwise the button would be pressed until the operation times out.
     */
    private void sendFrom(int first) {
        try {
            sendDue(first);
        } catch (Throwable e) {
            done.completeExceptionally(e);
        }
    }

    private void sendDue(int first) {
        int next = first;
        while (next < inputs.size() && dueAt(next) <= nanoTime.getAsLong() && !done.isDone()) {
            fire(next);
            next++;
        }
        if (next < inputs.size() && !done.isDone()) {
            int following = next;
            var unused = timers.schedule(
                    () -> sendFrom(following), dueAt(next) - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
        }
    }

    private void fire(int input) {
        sent.planned(input, dueAt(input));
        var unused = screen.fire(inputs.get(input).events()).whenComplete((firedAt, failure) -> {
            if (failure != null) {
                done.completeExceptionally(failure);
                return;
            }
            sent.fired(input, firedAt);
            if (input == inputs.size() - 1) {
                done.complete(sent.firedAt(0));
            }
        });
    }
}
