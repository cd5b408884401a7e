package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds which criterion is furthest beyond its limit, and which operation contributes most to that. */
final class LimitingFactors {
    private final TimingList judged;
    private final PointSamples samples;

    /** @param judged all timings of the load point, one for each that never came included */
    LimitingFactors(TimingList judged, PointSamples samples) {
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
        Key worst = beyond.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(new Key("", ""));
        double total = beyond.values().stream().mapToInt(Integer::intValue).sum();
        double share = total == 0 ? 0 : beyond.getOrDefault(worst, 0) / total;
        return LimitingFactor.of(result, worst.workload(), worst.operation(), share);
    }

    /** The operation of each value that is beyond the limit. */
    private List<Key> beyond(Criterion criterion) {
        Optional<Group> group = criterion.group();
        return group.isPresent() ? responses(group.get(), criterion) : values(criterion);
    }

    private List<Key> responses(Group group, Criterion criterion) {
        return judged.stream()
                .filter(t -> t.group() == group && Responses.ended(t) && !criterion.isKept(Responses.millis(t)))
                .map(t -> new Key(t.workload(), t.operation()))
                .toList();
    }

    private List<Key> values(Criterion criterion) {
        List<SampledOperation> sampled = samples.plan().operations().stream()
                .filter(operation -> operation.metric().equals(criterion.id()))
                .toList();
        List<Key> beyond = new ArrayList<>();
        judged.stream()
                .filter(t -> t.outcome().failed())
                .filter(t -> sampled.stream().anyMatch(operation -> operation.isOf(t)))
                .forEach(t -> beyond.add(new Key(t.workload(), t.operation())));
        samples.steady().stream()
                .filter(sample -> sample.metric().equals(criterion.id()) && sample.isKnown())
                .filter(sample -> !criterion.keeps(sample.value()))
                .forEach(sample -> beyond.add(new Key(sample.workload(), sample.operation())));
        return beyond;
    }

    private record Key(String workload, String operation) {}
}
