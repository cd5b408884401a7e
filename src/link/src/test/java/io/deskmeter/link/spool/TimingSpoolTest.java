package io.deskmeter.link.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimingSpoolTest {
    private static final long MANY = 1 << 20;
    private static final int SMALL_SEGMENT = 200;

    @TempDir
    Path dir;

    @Test
    void batchesAreReturnedInOrderUntilAcknowledged() throws SpoolException {
        try (TimingSpool spool = TimingSpool.open(dir)) {
            assertThat(spool.append(timings(1))).isEqualTo(1);
            assertThat(spool.append(timings(2))).isEqualTo(2);
            assertThat(spool.append(timings(3))).isEqualTo(3);

            assertThat(spool.unacknowledged(2)).containsExactly(batch(1), batch(2));
            assertThat(spool.unacknowledged(1, 9)).containsExactly(batch(2), batch(3));

            spool.acknowledge(2);
            assertThat(spool.unacknowledged(9)).containsExactly(batch(3));
            assertThat(spool.backlog()).isEqualTo(1);
        }
    }

    @Test
    void samplesAreKeptWithTimingsAndWithoutThem() throws SpoolException {
        TimingBatch both = TimingBatch.newBuilder()
                .setBatch(1)
                .addAllTimings(timings(1))
                .addAllSamples(samples(3))
                .build();
        TimingBatch alone =
                TimingBatch.newBuilder().setBatch(2).addAllSamples(samples(1)).build();
        try (TimingSpool spool = TimingSpool.open(dir)) {
            assertThat(spool.append(timings(1), samples(3))).isEqualTo(1);
            assertThat(spool.append(List.of(), samples(1))).isEqualTo(2);
            assertThat(spool.unacknowledged(9)).containsExactly(both, alone);
            assertThatThrownBy(() -> spool.append(List.of(), List.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("batch: 0 timings and 0 samples in ");
        }
        try (TimingSpool spool = TimingSpool.open(dir)) {
            spool.acknowledge(1);
            assertThat(spool.unacknowledged(9)).containsExactly(alone);
        }
    }

    /** The controller must know how much is missing of what. */
    @Test
    void aDamagedBatchTellsHowManySamplesItHad() throws IOException {
        try (TimingSpool spool = TimingSpool.open(dir)) {
            long mixed = spool.bytes();
            spool.append(timings(1), samples(3));
            long onlySamples = spool.bytes();
            spool.append(List.of(), samples(2));
            int checksum = Integer.BYTES;
            flip(mixed + checksum);
            flip(onlySamples + checksum);

            assertThat(spool.unacknowledged(9))
                    .allSatisfy(batch -> {
                        assertThat(batch.getDamage()).contains("has changed on the disk");
                        assertThat(batch.getDamagedRun()).isEqualTo("r1");
                        assertThat(batch.getTimingsList()).isEmpty();
                        assertThat(batch.getSamplesList()).isEmpty();
                    })
                    .satisfiesExactly(
                            first -> {
                                assertThat(first.getDamagedTimings()).isEqualTo(2);
                                assertThat(first.getDamagedSamples()).isEqualTo(3);
                            },
                            second -> {
                                assertThat(second.getDamagedTimings()).isZero();
                                assertThat(second.getDamagedSamples()).isEqualTo(2);
                            });
            assertThat(spool.damagedBatches()).isEqualTo(2);
        }
    }

    @Test
    void aReopenedSpoolGoesOnWhereItWas() throws SpoolException {
        try (TimingSpool spool = TimingSpool.open(dir)) {
            spool.append(timings(1));
            spool.append(timings(2));
            spool.acknowledge(1);
        }
        try (TimingSpool spool = TimingSpool.open(dir)) {
            assertThat(spool.acknowledged()).isEqualTo(1);
            assertThat(spool.unacknowledged(9)).containsExactly(batch(2));
            assertThat(spool.append(timings(3))).isEqualTo(3);
            assertThat(spool.cutBytes()).isZero();
        }
    }

    @Test
    void emptySegmentsAreDeletedAndNumbersKeepIncreasing() throws IOException {
        try (TimingSpool spool = small()) {
            for (int i = 1; i <= 50; i++) {
                spool.append(timings(i));
            }
            long segments = segments();
            assertThat(segments).isGreaterThan(5);
            spool.acknowledge(25);
            assertThat(segments()).isLessThan(segments).isGreaterThan(1);
            assertThat(spool.unacknowledged(99)).isEqualTo(batches(26, 50));
            spool.acknowledge(50);
            assertThat(segments()).isEqualTo(1);
        }
        try (TimingSpool spool = small()) {
            assertThat(spool.unacknowledged(9)).isEmpty();
            assertThat(spool.append(timings(51))).isEqualTo(51);
        }
    }

    @Test
    void acknowledgementsThatFillTheLastSegmentDoNotLoseBatches() throws SpoolException {
        try (TimingSpool spool = small()) {
            for (int i = 1; i <= 40; i++) {
                spool.append(timings(i));
            }
            for (int i = 1; i <= 40; i++) {
                spool.acknowledge(i);
            }
            assertThat(spool.append(timings(41))).isEqualTo(41);
            assertThat(spool.append(timings(42))).isEqualTo(42);
        }
        try (TimingSpool spool = small()) {
            assertThat(spool.unacknowledged(9)).isEqualTo(batches(41, 42));
        }
    }

    /** A crash may leave any part of the last record; every complete record must be readable. */
    @Test
    void aPartialLastRecordIsCutOffAndCounted() throws IOException {
        Path whole = dir.resolve("whole");
        long beforeLast;
        try (TimingSpool spool = TimingSpool.open(whole)) {
            spool.append(timings(1));
            spool.append(timings(2));
            beforeLast = spool.bytes();
            spool.append(timings(3));
        }
        byte[] bytes = Files.readAllBytes(segment(whole));
        for (int length = 0; length < bytes.length; length++) {
            Path torn = dir.resolve("torn-" + length);
            Files.createDirectories(torn);
            Files.write(torn.resolve(segment(whole).getFileName()), Arrays.copyOf(bytes, length));
            try (TimingSpool spool = TimingSpool.open(torn)) {
                if (length >= beforeLast) {
                    assertThat(spool.unacknowledged(9)).as("cut at %d", length).isEqualTo(batches(1, 2));
                    assertThat(spool.cutBytes()).isEqualTo(length - beforeLast);
                } else {
                    assertThat(spool.unacknowledged(9)).as("cut at %d", length).isEqualTo(batches(1, spool.backlog()));
                }
                long next = spool.append(timings(spool.backlog() + 1));
                assertThat(spool.unacknowledged(9)).isEqualTo(batches(1, next));
            }
            try (TimingSpool spool = TimingSpool.open(torn)) {
                assertThat(spool.cutBytes()).isZero();
            }
        }
    }

    @Test
    void aBatchWithAFlippedBitIsNeverReturned() throws IOException {
        Path whole = dir.resolve("whole");
        long beforeLast;
        try (TimingSpool spool = TimingSpool.open(whole)) {
            spool.append(timings(1));
            beforeLast = spool.bytes();
            spool.append(timings(2));
        }
        byte[] bytes = Files.readAllBytes(segment(whole));
        for (int at = (int) beforeLast; at < bytes.length; at++) {
            Path flipped = dir.resolve("flipped-" + at);
            Files.createDirectories(flipped);
            byte[] copy = bytes.clone();
            copy[at] ^= 0x10;
            Files.write(flipped.resolve(segment(whole).getFileName()), copy);
            try (TimingSpool spool = TimingSpool.open(flipped)) {
                assertThat(spool.unacknowledged(9)).as("flipped at %d", at).containsExactly(batch(1));
                assertThat(spool.cutBytes()).isEqualTo(bytes.length - beforeLast);
            }
        }
    }

    /** A damaged batch must not prevent the later ones from being sent: neither immediately nor after a restart. */
    @Test
    void aDamagedBatchKeepsItsNumberAndLaterOnesAreSent() throws IOException {
        long before;
        try (TimingSpool spool = TimingSpool.open(dir)) {
            spool.append(timings(1));
            before = spool.bytes();
            spool.append(timings(2));
            long after = spool.bytes();
            spool.append(timings(3));
            // For every part: the length, the checksum, the kind, the content.
            for (long at = before; at < after; at++) {
                flip(at);
                assertThat(spool.unacknowledged(9))
                        .as("byte %d", at - before)
                        .extracting(TimingBatch::getBatch)
                        .containsExactly(1L, 2L, 3L);
                assertThat(spool.unacknowledged(9)).contains(batch(1), batch(3)).doesNotContain(batch(2));
                flip(at);
            }
            assertThat(spool.unacknowledged(9)).isEqualTo(batches(1, 3));
        }
        byte[] whole = Files.readAllBytes(segment(dir));
        for (int at = (int) before; at < (int) before * 2 - 8; at++) {
            Path copy = dir.resolve("copy-" + at);
            Files.createDirectories(copy);
            byte[] bytes = whole.clone();
            bytes[at] ^= 0x10;
            Files.write(copy.resolve(segment(dir).getFileName()), bytes);
            try (TimingSpool spool = TimingSpool.open(copy)) {
                assertThat(spool.unacknowledged(9))
                        .as("byte %d", at)
                        .extracting(TimingBatch::getBatch)
                        .containsExactly(1L, 2L, 3L);
                assertThat(spool.unacknowledged(9)).contains(batch(1), batch(3));
                assertThat(spool.append(timings(4))).isEqualTo(4);
                spool.acknowledge(2);
                assertThat(spool.unacknowledged(9)).isEqualTo(batches(3, 4));
            }
        }
    }

    /** Batches that are lost between two segments are reported as missing, instead of being awaited forever. */
    @Test
    void batchesCutOffAtTheEndOfASegmentAreReported() throws IOException {
        try (TimingSpool spool = small()) {
            for (int i = 1; i <= 20; i++) {
                spool.append(timings(i));
            }
        }
        Path first = segment(dir);
        byte[] bytes = Files.readAllBytes(first);
        Files.write(first, Arrays.copyOf(bytes, bytes.length - 3));
        try (TimingSpool spool = small()) {
            assertThat(spool.unacknowledged(99))
                    .extracting(TimingBatch::getBatch)
                    .isEqualTo(LongStream.rangeClosed(1, 20).boxed().toList());
        }
    }

    private void flip(long at) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(segment(dir).toFile(), "rw")) {
            file.seek(at);
            int old = file.read();
            file.seek(at);
            file.write(old ^ 0x10);
        }
    }

    @Test
    void aFullDiskIsAClearErrorAndLosesNoStoredBatch() throws SpoolException {
        FillingDisk disk = new FillingDisk();
        try (TimingSpool spool = TimingSpool.open(dir, MANY, SMALL_SEGMENT, disk)) {
            long empty = spool.bytes();
            spool.append(timings(1));
            long needed = spool.bytes() - empty;
            for (int room = 0; room < needed; room++) {
                disk.room = room;
                assertThatThrownBy(() -> spool.append(timings(2)))
                        .isInstanceOf(SpoolException.class)
                        .hasMessageContaining(dir.toString())
                        .hasMessageContaining("No space left on device")
                        .hasMessageContaining("free: ");
                assertThat(spool.unacknowledged(9)).containsExactly(batch(1));
            }
            disk.room = Long.MAX_VALUE;
            assertThat(spool.append(timings(2))).isEqualTo(2);
        }
        try (TimingSpool spool = TimingSpool.open(dir)) {
            assertThat(spool.unacknowledged(9)).isEqualTo(batches(1, 2));
            assertThat(spool.cutBytes()).isZero();
        }
    }

    @Test
    void onAFullDiskAcknowledgedSegmentsAreStillDeleted() throws IOException {
        FillingDisk disk = new FillingDisk();
        try (TimingSpool spool = TimingSpool.open(dir, MANY, SMALL_SEGMENT, disk)) {
            for (int i = 1; i <= 20; i++) {
                spool.append(timings(i));
            }
            disk.room = 0;
            assertThatThrownBy(() -> spool.acknowledge(20)).isInstanceOf(SpoolException.class);
            assertThat(segments()).isEqualTo(1);
            assertThat(spool.backlog()).isZero();
        }
    }

    @Test
    void theSpoolItselfIsBounded() throws SpoolException {
        try (TimingSpool spool = TimingSpool.open(dir, 500)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            spool.append(timings(spool.backlog() + 1));
                        }
                    })
                    .isInstanceOf(SpoolException.class)
                    .hasMessageMatching(
                            "spool: .* holds \\d+ bytes in \\d+ unacknowledged batches \\(expected: <= 500; hint: .*");
            assertThat(spool.bytes()).isLessThanOrEqualTo(500);
            assertThat(spool.unacknowledged(99)).isEqualTo(batches(1, spool.backlog()));
        }
    }

    @Test
    void aSecondProcessIsRefused() throws SpoolException {
        try (TimingSpool spool = TimingSpool.open(dir)) {
            assertThat(spool.backlog()).isZero();
            assertThatThrownBy(() -> TimingSpool.open(dir))
                    .isInstanceOf(SpoolException.class)
                    .hasMessageContaining("is in use");
        }
        try (TimingSpool spool = TimingSpool.open(dir)) {
            assertThat(spool.backlog()).isZero();
        }
    }

    @Test
    void anAcknowledgementOfAnUnknownBatchIsAnError() throws SpoolException {
        try (TimingSpool spool = TimingSpool.open(dir)) {
            spool.append(timings(1));
            assertThatThrownBy(() -> spool.acknowledge(2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("batch: 2 (expected: 0 to 1, the last one kept)");
            assertThat(spool.unacknowledged(9)).containsExactly(batch(1));
        }
    }

    @Test
    void anotherFileIsNotChanged() throws IOException {
        Path foreign = dir.resolve("0000000000000000001.timings");
        Files.writeString(foreign, "another program's file");
        assertThatThrownBy(() -> TimingSpool.open(dir))
                .isInstanceOf(SpoolException.class)
                .hasMessageContaining("not a segment of this version");
        assertThat(Files.readString(foreign)).isEqualTo("another program's file");
    }

    /** Sessions are ended by interrupts, possibly while they store a timing. */
    @Test
    void anInterruptedThreadDoesNotCloseTheFiles() throws SpoolException {
        try (TimingSpool spool = TimingSpool.open(dir)) {
            Thread.currentThread().interrupt();
            spool.append(timings(1));
            assertThat(Thread.interrupted()).isTrue();
            spool.append(timings(2));
            assertThat(spool.unacknowledged(9)).isEqualTo(batches(1, 2));
        }
    }

    private TimingSpool small() throws SpoolException {
        return TimingSpool.open(dir, MANY, SMALL_SEGMENT, Disk.real());
    }

    private long segments() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(p -> p.toString().endsWith(".timings")).count();
        }
    }

    private static Path segment(Path spool) {
        return spool.resolve("0000000000000000001.timings");
    }

    private static List<TimingRecord> timings(long n) {
        return List.of(
                TimingRecord.newBuilder().setRunId("r1").setSequence(2 * n).build(),
                TimingRecord.newBuilder().setRunId("r1").setSequence(2 * n + 1).build());
    }

    private static List<SampleRecord> samples(long count) {
        return LongStream.rangeClosed(1, count)
                .mapToObj(n -> SampleRecord.newBuilder()
                        .setRunId("r1")
                        .setSequence(n)
                        .setValue(n / 4.0)
                        .build())
                .toList();
    }

    private static TimingBatch batch(long n) {
        return TimingBatch.newBuilder().setBatch(n).addAllTimings(timings(n)).build();
    }

    private static List<TimingBatch> batches(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(TimingSpoolTest::batch).toList();
    }
}
