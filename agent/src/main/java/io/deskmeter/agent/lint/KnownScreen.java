package io.deskmeter.agent.lint;

import io.deskmeter.workload.step.Condition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What is known to be, and not to be, on the screen at a point of a workload. */
final class KnownScreen {
    private final Likenesses likenesses;

    /** Landmark to how that is known. */
    private final Map<String, String> present = new HashMap<>();

    private final Map<String, String> absent = new HashMap<>();

    /** Before the application is started nothing of it is there. */
    private boolean started;

    KnownScreen(Likenesses likenesses) {
        this.likenesses = likenesses;
    }

    boolean started() {
        return started;
    }

    /** After input anything may be on the screen. */
    void input() {
        present.clear();
        absent.clear();
    }

    void launched() {
        input();
        started = true;
    }

    /** The condition has just been seen to hold. */
    void learn(Condition condition, String how) {
        if (condition instanceof Condition.Appears appears) {
            if (appears.options().similarity().isPresent()) {
                return; // Something as alike is there, which may be another picture.
            }
            isThere(appears.landmark(), how);
            for (String within : likenesses.seenWith(appears.landmark())) {
                isThere(within, how + ", in whose picture it is found");
            }
        } else if (condition instanceof Condition.Vanishes vanishes) {
            if (vanishes.options().isUsual()) {
                present.remove(vanishes.landmark());
                absent.put(vanishes.landmark(), how);
            }
        } else if (condition instanceof Condition.All all) {
            all.conditions().forEach(part -> learn(part, how));
        } else if (condition instanceof Condition.Any any && any.conditions().size() == 1) {
            learn(any.conditions().get(0), how);
        }
    }

    private void isThere(String landmark, String how) {
        absent.remove(landmark);
        present.put(landmark, how);
    }

    /** How it is known that a landmark is not on the screen; empty if it is there, or may be. */
    Optional<String> missing(String landmark) {
        if (!started) {
            return Optional.of("no step has started the application yet");
        }
        return Optional.ofNullable(absent.get(landmark));
    }

    /** How it is known that a condition holds; empty if it does not, or may not. */
    Optional<String> holds(Condition condition) {
        if (condition instanceof Condition.Appears appears) {
            return appears.options().isUsual()
                    ? Optional.ofNullable(present.get(appears.landmark()))
                    : Optional.empty();
        }
        if (condition instanceof Condition.Vanishes vanishes) {
            return vanishes.options().isUsual() ? missing(vanishes.landmark()) : Optional.empty();
        }
        if (condition instanceof Condition.All all) {
            List<Optional<String>> parts =
                    all.conditions().stream().map(this::holds).toList();
            return parts.stream().allMatch(Optional::isPresent) ? parts.get(0) : Optional.empty();
        }
        if (condition instanceof Condition.Any any) {
            return any.conditions().stream()
                    .flatMap(part -> holds(part).stream())
                    .findFirst();
        }
        return Optional.empty(); // Changes begin with the input.
    }

    /** Whether no picture of a screen satisfies the condition: what must vanish is part of what must appear. */
    boolean isImpossible(Condition condition) {
        if (condition instanceof Condition.Any any) {
            return any.conditions().stream().allMatch(this::isImpossible);
        }
        if (!(condition instanceof Condition.All all)) {
            return false;
        }
        KnownScreen afterwards = new KnownScreen(likenesses);
        afterwards.started = true;
        all.conditions().stream()
                .filter(Condition.Appears.class::isInstance)
                .forEach(part -> afterwards.learn(part, "same frame"));
        Predicate<Condition> contradicts = part -> part instanceof Condition.Vanishes gone
                && gone.options().isUsual()
                && afterwards.present.containsKey(gone.landmark());
        return all.conditions().stream().anyMatch(contradicts.or(this::isImpossible));
    }
}
