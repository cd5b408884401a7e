package io.deskmeter.controller.web;

import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.RunSnapshot;
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

/** Requests that wait for the end of a run. They hold no thread. Thread-safe. */
@Component
final class RunWaits {
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})(s|m)");
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Map<String, Set<DeferredResult<RunSnapshot>>> waiting = new ConcurrentHashMap<>();

    RunWaits(ActiveRuns runs) {
        runs.listen(this::published);
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
     * @param now gives the state at this moment; asked after the registration, so that no end is missed in between
     */
    DeferredResult<RunSnapshot> end(String runId, Duration time, Supplier<RunSnapshot> now) {
        if (time.isZero()) {
            DeferredResult<RunSnapshot> answer = new DeferredResult<>();
            answer.setResult(now.get());
            return answer;
        }
        DeferredResult<RunSnapshot> answer = new DeferredResult<>(time.toMillis(), now);
        answer.onCompletion(() -> remove(runId, answer));
        waiting.compute(runId, (id, present) -> {
            Set<DeferredResult<RunSnapshot>> answers = present == null ? ConcurrentHashMap.newKeySet() : present;
            answers.add(answer);
            return answers;
        });
        try {
            RunSnapshot first = now.get();
            if (first.ended()) {
                answer.setResult(first);
                remove(runId, answer);
            }
        } catch (RuntimeException | Error e) {
            remove(runId, answer);
            throw e;
        }
        return answer;
    }

    private void remove(String runId, DeferredResult<RunSnapshot> answer) {
        waiting.computeIfPresent(runId, (id, answers) -> {
            answers.remove(answer);
            return answers.isEmpty() ? null : answers;
        });
    }

    private void published(RunSnapshot snapshot) {
        if (snapshot.ended()) {
            Set<DeferredResult<RunSnapshot>> answers = waiting.remove(snapshot.id());
            if (answers != null) {
                answers.forEach(answer -> answer.setResult(snapshot));
            }
        }
    }
}
