package io.deskmeter.bench.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.bench.sim.desktop.SimWorkload;
import io.deskmeter.bench.sim.synthetic.SyntheticResponses;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredRecordsTest {
    private MeasuredRecords records;

    @BeforeEach
    void measure(@TempDir Path folder) throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(SimWorkload.write(folder));
        String profile =
                SimWorkload.profile("{ fixed: { sessions: 3 } }", 200, 1, Duration.ofSeconds(2), Duration.ZERO, 1, "");
        records = new MeasuredRecords(
                "r1",
                new SyntheticResponses(SimWorkload.planner(catalog, profile), 6, 1),
                List.of(4, 5, 6),
                Instant.EPOCH);
    }

    @Test
    void thereAreExactlyAsManyAsAskedForAndNoneTwice() {
        List<MeasuredRecords.Batch> batches = records.batches(new IngestPlan.Amount(1_003, 401), 64);
        batches.addAll(records.batches(new IngestPlan.Amount(500, 500), 64));

        Set<String> timings = new HashSet<>();
        Set<String> samples = new HashSet<>();
        for (MeasuredRecords.Batch batch : batches) {
            for (TimingRecord timing : batch.timings()) {
                assertThat(timings.add(timing.getSession() + "/" + timing.getSequence()))
                        .isTrue();
            }
            for (SampleRecord sample : batch.samples()) {
                assertThat(samples.add(sample.getSession() + "/" + sample.getSequence()))
                        .isTrue();
                if (sample.getTiming() != Sample.NO_TIMING) {
                    assertThat(timings).contains(sample.getSession() + "/" + sample.getTiming());
                }
            }
        }
        assertThat(timings).hasSize(1_503);
        assertThat(samples).hasSize(901);
        assertThat(records.timingKeys().size()).isEqualTo(1_503);
        assertThat(records.sampleKeys().size()).isEqualTo(901);
    }

    @Test
    void batchesAreFullExceptTheLastAndSamplesAreSpread() {
        List<MeasuredRecords.Batch> batches = records.batches(new IngestPlan.Amount(2_000, 1_000), 60);

        assertThat(batches.subList(0, batches.size() - 1))
                // A timing comes with its samples, of which there are four at most.
                .allSatisfy(batch -> assertThat(batch.rows()).isBetween(60, 64))
                .allSatisfy(batch -> assertThat(batch.samples().size()).isBetween(10, 40));
        assertThat(batches.stream().mapToInt(MeasuredRecords.Batch::rows).sum()).isEqualTo(3_000);
    }

    @Test
    void allSessionsMeasureInTurn() {
        Set<Integer> sessions = records.batches(new IngestPlan.Amount(3 * SimWorkload.OPERATIONS, 0), 64).stream()
                .flatMap(batch -> batch.timings().stream())
                .map(TimingRecord::getSession)
                .collect(Collectors.toSet());
        assertThat(sessions).containsExactlyInAnyOrder(4, 5, 6);
    }
}
