package io.deskmeter.agent.watch;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.step.Condition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The reference for conditions: evaluates every frame since the arming completely. */
final class NaiveWatch {
    private record Seen(Frame frame, long arrivedAt, long previousAt) {}

    private final Condition condition;
    private final Function<Condition, Rect> region;
    private final List<Seen> history = new ArrayList<>();
    private Frame armed;

    /** @param region with which a condition was armed */
    NaiveWatch(Condition condition, Frame armed, Function<Condition, Rect> region) {
        this.condition = condition;
        this.armed = armed.copy();
        this.region = region;
    }

    void rearm(Frame frame) {
        armed = frame.copy();
    }

    void see(Frame frame, long arrivedAt, long previousAt) {
        history.add(new Seen(frame.copy(), arrivedAt, previousAt));
    }

    @Nullable
    WatchResult answer(long now) {
        return answer(condition, now);
    }

    private @Nullable WatchResult answer(Condition asked, long now) {
        if (asked instanceof Condition.Appears appears) {
            return since(frame -> Mark.of(appears.landmark()).find(frame).isPresent());
        }
        if (asked instanceof Condition.Vanishes vanishes) {
            return since(frame -> Mark.of(vanishes.landmark()).find(frame).isEmpty());
        }
        if (asked instanceof Condition.Changes changes) {
            return since(frame -> differing(armed, frame, region.apply(changes)) >= changes.atLeast());
        }
        if (asked instanceof Condition.Settles settles) {
            return settled(settles, now);
        }
        if (asked instanceof Condition.All all) {
            List<@Nullable WatchResult> answers = each(all.conditions(), now);
            return answers.contains(null) ? null : latest(answers);
        }
        return each(((Condition.Any) asked).conditions(), now).stream()
                .filter(Objects::nonNull)
                .min(Comparator.comparingLong(WatchResult::shownAt))
                .orElse(null);
    }

    private List<@Nullable WatchResult> each(List<Condition> parts, long now) {
        List<@Nullable WatchResult> answers = new ArrayList<>();
        parts.forEach(part -> answers.add(answer(part, now)));
        return answers;
    }

    private static WatchResult latest(List<@Nullable WatchResult> answers) {
        WatchResult last = answers.stream()
                .map(Objects::requireNonNull)
                .max(Comparator.comparingLong(WatchResult::shownAt))
                .orElseThrow();
        long certainAt = answers.stream()
                .mapToLong(answer -> Objects.requireNonNull(answer).certainAt())
                .max()
                .orElseThrow();
        boolean bySilence = answers.stream()
                .anyMatch(answer -> Objects.requireNonNull(answer).bySilence());
        return new WatchResult(
                answers.stream()
                        .map(Objects::requireNonNull)
                        .filter(a -> a.shownAt() == last.shownAt())
                        .findFirst()
                        .orElseThrow()
                        .lastWithoutAt(),
                last.shownAt(),
                certainAt,
                bySilence);
    }

    private @Nullable WatchResult since(Predicate<Frame> holds) {
        WatchResult answer = null;
        for (int i = history.size() - 1; i >= 0 && holds.test(history.get(i).frame()); i--) {
            Seen seen = history.get(i);
            answer = new WatchResult(seen.previousAt(), seen.arrivedAt(), seen.arrivedAt());
        }
        return answer;
    }

    private @Nullable WatchResult settled(Condition.Settles settles, long now) {
        Frame last = armed;
        WatchResult change = null;
        for (Seen seen : history) {
            if (differing(last, seen.frame(), region.apply(settles)) >= settles.atLeast()) {
                last = seen.frame();
                change = new WatchResult(
                        seen.previousAt(),
                        seen.arrivedAt(),
                        seen.arrivedAt() + settles.quiet().toNanos());
            }
        }
        return change != null && now >= change.certainAt() ? change : null;
    }

    private static int differing(Frame a, Frame b, Rect where) {
        int count = 0;
        for (int y = where.y(); y < where.bottom(); y++) {
            for (int x = where.x(); x < where.right(); x++) {
                int at = y * a.width() + x;
                count += (a.pixels()[at] & 0xFFFFFF) != (b.pixels()[at] & 0xFFFFFF) ? 1 : 0;
            }
        }
        return count;
    }
}
