package io.deskmeter.controller.ingest;

import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.workload.Plural;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The content of a batch: the timings and samples that can be stored, and those that cannot, with the reason. Owned by
 * the thread that stores it.
 */
final class ReceivedBatch {
    private final long number;
    private final List<ReceivedTiming> timings = new ArrayList<>();
    private final List<ReceivedSample> samples = new ArrayList<>();
    private final List<Unusable> unusable = new ArrayList<>();

    private ReceivedBatch(long number) {
        this.number = number;
    }

    /** A timing as received and as decoded. */
    record ReceivedTiming(TimingRecord record, TimingStore.Row row) {}

    /** A sample as received and as decoded. */
    record ReceivedSample(SampleRecord record, SampleStore.Row row) {}

    /** A timing or a sample as received, and why it cannot be stored. */
    record Unusable(
            String runId,
            @Nullable TimingRecord timing,
            @Nullable SampleRecord sample,
            String why) {}

    /** What cannot be stored of one run. */
    record UnusableOfRun(String runId, List<Unusable> records) {
        /** {@code 3 timings and 1 sample}. */
        String words() {
            long timings = records.stream().filter(one -> one.timing() != null).count();
            return count(timings, records.size() - timings);
        }

        String why() {
            return records.get(0).why();
        }
    }

    static ReceivedBatch of(TimingBatch batch) {
        ReceivedBatch received = new ReceivedBatch(batch.getBatch());
        for (TimingRecord record : batch.getTimingsList()) {
            try {
                received.timings.add(new ReceivedTiming(record, TimingRows.row(record)));
            } catch (IllegalArgumentException e) {
                received.unusable(record, e);
            }
        }
        for (SampleRecord record : batch.getSamplesList()) {
            try {
                received.samples.add(new ReceivedSample(record, SampleRows.row(record)));
            } catch (IllegalArgumentException e) {
                received.unusable(record, e);
            }
        }
        return received;
    }

    /** {@code 3 timings}, {@code 1 sample}, {@code 3 timings and 1 sample}. */
    static String count(long timings, long samples) {
        String ofTimings = Plural.of(timings, "timing");
        String ofSamples = Plural.of(samples, "sample");
        if (samples == 0) {
            return ofTimings;
        }
        return timings == 0 ? ofSamples : ofTimings + " and " + ofSamples;
    }

    List<ReceivedTiming> timings() {
        return timings;
    }

    List<ReceivedSample> samples() {
        return samples;
    }

    List<TimingStore.Row> timingRows() {
        return timings.stream().map(ReceivedTiming::row).toList();
    }

    List<SampleStore.Row> sampleRows() {
        return samples.stream().map(ReceivedSample::row).toList();
    }

    boolean hasUnusable() {
        return !unusable.isEmpty();
    }

    /** The runs of what can be stored. */
    List<String> runs() {
        return Stream.concat(
                        timings.stream().map(one -> one.row().runId()),
                        samples.stream().map(one -> one.row().runId()))
                .distinct()
                .toList();
    }

    /** How many timings and samples of that run can be stored, for people. */
    String words(String runId) {
        return count(
                timings.stream().filter(one -> one.row().runId().equals(runId)).count(),
                samples.stream().filter(one -> one.row().runId().equals(runId)).count());
    }

    /** Leaves out what belongs to runs that nobody knows. */
    void removeRuns(Predicate<String> runId) {
        timings.removeIf(one -> runId.test(one.row().runId()));
        samples.removeIf(one -> runId.test(one.row().runId()));
    }

    /** Leaves out what belongs to other sessions. */
    void retainSessions(BiPredicate<String, Integer> session) {
        timings.removeIf(one -> !session.test(one.row().runId(), one.record().getSession()));
        samples.removeIf(one -> !session.test(one.row().runId(), one.record().getSession()));
    }

    /** What can be stored of one run, as received. */
    TimingBatch ofRun(String runId) {
        TimingBatch.Builder reduced = TimingBatch.newBuilder().setBatch(number);
        timings.stream()
                .filter(one -> one.row().runId().equals(runId))
                .forEach(one -> reduced.addTimings(one.record()));
        samples.stream()
                .filter(one -> one.row().runId().equals(runId))
                .forEach(one -> reduced.addSamples(one.record()));
        return reduced.build();
    }

    /** Nothing of some sessions can be stored. */
    void setAside(BiPredicate<String, Integer> runAndSession, String why) {
        IllegalStateException reason = new IllegalStateException(why);
        for (ReceivedTiming one : List.copyOf(timings)) {
            if (runAndSession.test(one.row().runId(), one.row().timing().session())) {
                refused(one, reason);
            }
        }
        for (ReceivedSample one : List.copyOf(samples)) {
            if (runAndSession.test(one.row().runId(), one.row().sample().session())) {
                refused(one, reason);
            }
        }
    }

    /** The store has refused that timing for good. */
    void refused(ReceivedTiming one, Exception why) {
        timings.remove(one);
        unusable(one.record(), why);
    }

    /** The store has refused that sample for good. */
    void refused(ReceivedSample one, Exception why) {
        samples.remove(one);
        unusable(one.record(), why);
    }

    private void unusable(TimingRecord record, Exception why) {
        unusable.add(new Unusable(record.getRunId(), record, null, String.valueOf(why.getMessage())));
    }

    private void unusable(SampleRecord record, Exception why) {
        unusable.add(new Unusable(record.getRunId(), null, record, String.valueOf(why.getMessage())));
    }

    List<UnusableOfRun> unusableByRun() {
        Map<String, List<Unusable>> byRun = unusable.stream().collect(Collectors.groupingBy(Unusable::runId));
        return byRun.entrySet().stream()
                .map(entry -> new UnusableOfRun(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** The batch as received, reduced to some records. */
    TimingBatch reducedTo(UnusableOfRun some) {
        TimingBatch.Builder reduced = TimingBatch.newBuilder().setBatch(number);
        for (Unusable one : some.records()) {
            if (one.timing() != null) {
                reduced.addTimings(one.timing());
            }
            if (one.sample() != null) {
                reduced.addSamples(one.sample());
            }
        }
        return reduced.build();
    }
}
