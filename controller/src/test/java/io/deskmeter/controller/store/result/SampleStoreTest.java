package io.deskmeter.controller.store.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.fact.ResultsStored;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
@ParameterizedClass
@EnumSource(TestDatabase.class)
class SampleStoreTest {
    private static final Instant FIRED = Instant.parse("2026-01-01T00:00:00.5Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    private TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private Opened opened;

    @SuppressWarnings("NullAway.Init")
    private TimingStore timings;

    @SuppressWarnings("NullAway.Init")
    private SampleStore samples;

    @SuppressWarnings("NullAway.Init")
    private BatchStore batches;

    private final InternalFaults faults = new InternalFaults(() -> Instant.EPOCH);
    private final List<ResultsStored> events = new ArrayList<>();
    private Consumer<ResultsStored> published = events::add;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        opened = database.open(folder);
        timings = opened.timings();
        samples = opened.samples();
        batches = new BatchStore(
                timings, samples, opened.writes, event -> published.accept((ResultsStored) event), faults);
        opened.jdbc.update("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
                values ('r', 'p', 't', 'fixed', 1, '', 2, 'STEADY', current_timestamp, '[]', '{}')
                """);
    }

    @AfterEach
    void close() throws IOException {
        opened.close();
    }

    private static Sample sample(int session, long sequence, double value) {
        return Sample.builder(sequence % 2 == 0 ? "frame-gap" : "picture-similarity")
                .session(session)
                .sequence(sequence)
                .iteration(2)
                .operation("office/writer", "open")
                .timing(5)
                .during(1_250_000, 9_000_000)
                .value(value, Double.isNaN(value) ? Double.NaN : 0.5)
                .unknown(Double.isNaN(value) ? "nothing was seen" : "")
                .build();
    }

    private static SampleStore.Row row(int session, long sequence, double value) {
        return new SampleStore.Row("r", sample(session, sequence, value));
    }

    private static TimingStore.Row timing(String run, int session) {
        return new TimingStore.Row(
                run,
                Timing.builder("office/writer", "open", Group.B, Outcome.OK)
                        .session(session)
                        .sequence(5)
                        .iteration(2)
                        .wallFiredAt(FIRED)
                        .intendedAt(0)
                        .firedAt(250_000)
                        .lastWithoutAt(8_000_000)
                        .shownAt(9_000_000)
                        .build());
    }

    private List<Sample> all(SampleStore.Selection selection) {
        List<Sample> all = new ArrayList<>();
        samples.forEach("r", selection, (sample, at) -> all.add(sample));
        return all;
    }

    @Test
    void whatIsStoredComesBackAsItWasUnknownOnesToo() {
        List<SampleStore.Row> rows = List.of(row(0, 1, 0.97), row(0, 2, 0), row(1, 1, Double.NaN), row(1, 2, -3e-12));
        assertThat(samples.store(rows)).isEqualTo(rows);
        assertThat(all(SampleStore.Selection.ALL))
                .containsExactlyElementsOf(
                        rows.stream().map(SampleStore.Row::sample).toList());
        assertThat(samples.count("r")).isEqualTo(4);
    }

    @Test
    void whatBoundsAnUnknownValueComesBack() {
        Sample bounded = Sample.builder("time-to-final-picture")
                .sequence(1)
                .iteration(2)
                .operation("office/writer", "open")
                .timing(5)
                .during(0, 1)
                .unknown("the picture had not come to rest")
                .noBetterThan(1720)
                .build();
        samples.store(List.of(new SampleStore.Row("r", bounded), row(0, 2, Double.NaN)));
        assertThat(all(SampleStore.Selection.ALL)).containsExactly(bounded, sample(0, 2, Double.NaN));
    }

    /** A column that has only nulls does not tell its type. */
    @Test
    void aBatchOfUnknownSamplesIsStored() {
        List<SampleStore.Row> rows = List.of(row(0, 1, Double.NaN), row(0, 2, Double.NaN));
        assertThat(samples.store(rows)).isEqualTo(rows);
        assertThat(all(SampleStore.Selection.ALL)).extracting(Sample::value).containsOnly(Double.NaN);
    }

    @Test
    void aSampleThatCameBeforeIsNotStoredAgain() {
        samples.store(List.of(row(0, 1, 0.97), row(0, 2, 0.5)));
        assertThat(samples.store(List.of(row(0, 2, 0.9), row(0, 3, 0.4)))).containsExactly(row(0, 3, 0.4));
        assertThat(all(SampleStore.Selection.ALL)).extracting(Sample::value).containsExactly(0.97, 0.5, 0.4);
    }

    /** The label of its begin comes from the timing: both have the same clock. */
    @Test
    void theWallClockOfItsBeginComesFromItsTiming() {
        batches.store(List.of(timing("r", 0)), List.of(row(0, 1, 1), row(1, 1, 1)));
        Map<Integer, String> at = new HashMap<>();
        samples.forEach("r", SampleStore.Selection.ALL, (sample, begin) -> at.put(sample.session(), begin + ""));
        assertThat(at).containsEntry(0, "2026-01-01T00:00:00.501Z").containsEntry(1, "null");
    }

    @Test
    void aBatchOfWhichOneCannotBeStoredIsNotStoredAtAll() {
        assertThatThrownBy(() -> batches.store(
                        List.of(timing("r", 0)), List.of(row(0, 1, 1), new SampleStore.Row("nobody", sample(0, 1, 1)))))
                .isInstanceOf(JournalException.class);
        assertThat(timings.count("r")).isZero();
        assertThat(samples.count("r")).isZero();
        assertThatThrownBy(() -> batches.store(List.of(timing("nobody", 0)), List.of(row(0, 1, 1))))
                .isInstanceOf(JournalException.class);
        assertThat(samples.count("r")).isZero();
    }

    @Test
    void whatIsCommittedIsPublishedOnceWithWhatWasNew() {
        batches.store(List.of(timing("r", 0)), List.of(row(0, 1, 0.5)));
        batches.store(List.of(timing("r", 0), timing("r", 1)), List.of(row(0, 1, 0.5)));
        assertThat(events).hasSize(2);
        assertThat(events.get(0))
                .isEqualTo(new ResultsStored("r", List.of(timing("r", 0).timing()), 0, List.of(sample(0, 1, 0.5)), 0));
        assertThat(events.get(1))
                .isEqualTo(new ResultsStored("r", List.of(timing("r", 1).timing()), 1, List.of(), 1));
    }

    @Test
    void whatIsPublishedCanBeReadAndNothingIsPublishedOfARefusedBatch() {
        List<Integer> readable = new ArrayList<>();
        published = event -> readable.add(timings.count("r") + samples.count("r"));
        batches.store(List.of(timing("r", 0)), List.of(row(0, 1, 1)));
        assertThatThrownBy(() -> batches.store(List.of(timing("r", 1), timing("nobody", 0)), List.of()))
                .isInstanceOf(JournalException.class);
        assertThat(readable).containsExactly(2);
    }

    /** The agent would send the batch again, although it is stored. */
    @Test
    void aListenerThatThrowsDoesNotRefuseTheBatch() {
        published = event -> {
            throw new IllegalStateException("broken");
        };
        assertThat(batches.store(List.of(timing("r", 0)), List.of()).timings()).hasSize(1);
        assertThat(faults.count()).isEqualTo(1);
    }

    @Test
    void newSamplesRemoveWhatWasComputedWithoutThem() {
        opened.derived.keep("r", opened.derived.generation("r"), "a", file -> Files.writeString(file, "of none"));
        samples.store(List.of(row(0, 1, 1)));
        assertThat(opened.derived.file("r", "a")).doesNotExist();
    }

    @Test
    void whatIsReadPageByPageIsWholeAndInOrderAndAsItWasAtTheBeginning() {
        List<SampleStore.Row> rows = LongStream.rangeClosed(1, 7_000)
                .mapToObj(i -> row((int) (i % 3), i, (double) i))
                .toList();
        samples.store(rows);
        List<Sample> read = new ArrayList<>();
        samples.forEach("r", SampleStore.Selection.ALL, (sample, at) -> {
            if (read.isEmpty()) {
                samples.store(List.of(row(2, 8_000, 1), row(7, 1, 1)));
            }
            read.add(sample);
        });
        List<Sample> expected = rows.stream()
                .map(SampleStore.Row::sample)
                .sorted(Comparator.comparing(Sample::session).thenComparing(Sample::sequence))
                .toList();
        assertThat(read.equals(expected)).isTrue();
        assertThat(all(new SampleStore.Selection(2, null)))
                .allMatch(sample -> sample.session() == 2)
                .hasSize(2_334);
        assertThat(all(new SampleStore.Selection(null, "frame-gap")))
                .allMatch(sample -> sample.metric().equals("frame-gap"))
                .hasSize(3_501);
        assertThat(all(new SampleStore.Selection(7, "frame-gap"))).isEmpty();
    }
}
