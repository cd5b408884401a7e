package io.deskmeter.controller.web.run;

import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.web.http.NotAllowedAnyMoreException;
import io.deskmeter.controller.web.stream.HeartbeatStream;
import io.deskmeter.controller.web.stream.Heartbeats;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * Requests that wait for the end of a run. They hold no thread, and end with the right of who has sent them.
 * Thread-safe.
 */
@Component
final class RunWaits {
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})(s|m)");
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Map<String, Set<Wait>> waiting = new ConcurrentHashMap<>();

    RunWaits(ActiveRuns runs, Heartbeats heartbeats) {
        runs.listen(this::published);
        heartbeats.of(() -> waiting.values().stream().flatMap(Set::stream).toList());
    }

    /** A request that waits. */
    private record Wait(DeferredResult<RunSnapshot> answer, Caller caller) implements HeartbeatStream {
        @Override
        public void beat() {
            // It sends nothing before its answer.
        }

        @Override
        public boolean allowed() {
            return caller.allowed().getAsBoolean();
        }

        @Override
        public void end() {
            answer.setErrorResult(new NotAllowedAnyMoreException());
        }

        void send(RunSnapshot snapshot) {
            if (allowed()) {
                answer.setResult(snapshot);
            } else {
                end();
            }
        }
    }

    /**
     * How long a request waits.
     *
     * @param text as {@code 60s} or {@code 5m}; null: not at all
     * @throws InvalidRequestException if it is of another form, or longer than ten minutes
     */
    static Duration time(@Nullable String text) {
        if (text == null) {
            return Duration.ZERO;
        }
        Matcher form = FORM.matcher(text);
        if (form.matches()) {
            long number = Long.parseLong(form.group(1));
            Duration time = form.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
            if (time.compareTo(LONGEST) <= 0) {
                return time;
            }
        }
        throw new InvalidRequestException(
                "wait: \"" + text + "\" (expected: seconds or minutes, as 60s or 5m; at most 10m)");
    }

    /**
     * The run as it is when it has ended, or when the time is over.
     *
     * @param caller who has asked
     * @param now gives the state at this moment; asked after the registration, so that no end is missed in between
     */
    DeferredResult<RunSnapshot> end(String runId, Duration time, Caller caller, Supplier<RunSnapshot> now) {
        if (time.isZero()) {
            DeferredResult<RunSnapshot> answer = new DeferredResult<>();
            answer.setResult(now.get());
            return answer;
        }
        DeferredResult<RunSnapshot> answer = new DeferredResult<>(
                time.toMillis(), () -> caller.allowed().getAsBoolean() ? now.get() : new NotAllowedAnyMoreException());
        Wait wait = new Wait(answer, caller);
        answer.onCompletion(() -> remove(runId, wait));
        waiting.compute(runId, (id, present) -> {
            Set<Wait> waits = present == null ? ConcurrentHashMap.newKeySet() : present;
            waits.add(wait);
            return waits;
        });
        try {
            RunSnapshot first = now.get();
            if (first.ended()) {
                answer.setResult(first);
                remove(runId, wait);
            }
        } catch (RuntimeException | Error e) {
            remove(runId, wait);
            throw e;
        }
        return answer;
    }

    private void remove(String runId, Wait wait) {
        waiting.computeIfPresent(runId, (id, waits) -> {
            waits.remove(wait);
            return waits.isEmpty() ? null : waits;
        });
    }

    private void published(RunSnapshot snapshot) {
        if (snapshot.ended()) {
            Set<Wait> waits = waiting.remove(snapshot.id());
            if (waits != null) {
                waits.forEach(wait -> wait.send(snapshot));
            }
        }
    }
}
