package io.deskmeter.measure.verdict;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.LimitingFactor;
import io.deskmeter.measure.point.Responses;
import io.deskmeter.measure.statistics.ValueRange;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds which criterion is furthest beyond its limit, and which operation contributes most to that. */
final class LimitingFactors {
    private final JudgedTimings judged;
    private final PointSamples samples;

    LimitingFactors(JudgedTimings judged, PointSamples samples) {
        this.judged = judged;
        this.samples = samples;
    }

    /** Null where no criterion is broken. */
    @Nullable
    LimitingFactor of(List<CriterionResult> results) {
        return results.stream()
                .filter(CriterionResult::isBroken)
                .max(Comparator.comparingDouble(CriterionResult::excess))
                .map(this::factor)
                .orElse(null);
    }

    private LimitingFactor factor(CriterionResult result) {
        Map<Key, Integer> beyond = new LinkedHashMap<>();
        beyond(result.criterion()).forEach(key -> beyond.merge(key, 1, Integer::sum));
        // Of those that contribute as much as each other the first by name, so that the order of the timings says
        // nothing.
        Key worst = beyond.entrySet().stream()
                .max(Map.Entry.<Key, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Key.BY_NAME.reversed())))
                .map(Map.Entry::getKey)
                .orElse(new Key("", ""));
        double total = beyond.values().stream().mapToInt(Integer::intValue).sum();
        double share = total == 0 ? 0 : beyond.getOrDefault(worst, 0) / total;
        return LimitingFactor.of(result, worst.workload(), worst.operation(), share);
    }

    /** The operation of each value that is beyond the limit. */
    private List<Key> beyond(Criterion criterion) {
        Optional<Group> group = criterion.group();
        if (group.isPresent()) {
            return responses(group.get(), criterion);
        }
        return criterion.id().equals(Criterion.LOGON) ? List.of() : values(criterion);
    }

    private List<Key> responses(Group group, Criterion criterion) {
        return judged.all().stream()
                .filter(t -> t.group() == group && Responses.counts(t) && !criterion.isKept(Responses.millis(t)))
                .map(this::blamed)
                .toList();
    }

    /** What was not reached is blamed on the operation that failed before it. */
    private Key blamed(Timing timing) {
        return new Key(timing.workload(), judged.blamed(timing));
    }

    private List<Key> values(Criterion criterion) {
        List<SampledOperation> sampled = samples.plan().operations().stream()
                .filter(operation -> operation.metric().equals(criterion.id()))
                .toList();
        List<Key> beyond = new ArrayList<>();
        judged.all().stream()
                .filter(t -> t.outcome().isLoss())
                .filter(t -> sampled.stream().anyMatch(operation -> operation.isOf(t)))
                .forEach(t -> beyond.add(blamed(t)));
        Optional<ValueRange> range = samples.plan().metrics().stream()
                .filter(metric -> metric.id().equals(criterion.id()))
                .findFirst()
                .map(ValueRange::of);
        samples.steady().stream()
                .filter(sample -> sample.metric().equals(criterion.id()))
                .filter(sample -> isBeyond(sample, criterion, range))
                .forEach(sample -> beyond.add(new Key(sample.workload(), sample.operation())));
        return beyond;
    }

    /** Also where it is not known, but even the best that it may be is beyond the limit. */
    private static boolean isBeyond(Sample sample, Criterion criterion, Optional<ValueRange> range) {
        return sample.isKnown()
                ? !criterion.keeps(sample.value())
                : range.filter(values -> !criterion.keeps(values.bestOf(sample)))
                        .isPresent();
    }

    private record Key(String workload, String operation) {
        static final Comparator<Key> BY_NAME =
                Comparator.comparing(Key::workload).thenComparing(Key::operation);
    }
}
