package io.deskmeter.link.spool;

import com.google.protobuf.InvalidProtocolBufferException;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles batches that the disk has changed: logs and counts each once, keeps the remaining bytes in a folder, and
 * provides a batch that reports the damage, so that the controller knows which timings and samples are missing and the
 * batches behind are sent. Guarded by the {@link TimingSpool}.
 */
final class DamagedBatches {
    /** The largest number of kept files; with more damage, replace the disk. */
    private static final int MOST_FILES = 100;

    private static final Logger LOG = LoggerFactory.getLogger(DamagedBatches.class);

    private final Path folder;
    private final TreeSet<Long> reported = new TreeSet<>();
    private long count;

    DamagedBatches(Path folder) {
        this.folder = folder;
    }

    long count() {
        return count;
    }

    /** The controller has acknowledged these batches; they are not read again. */
    void acknowledged(long upTo) {
        reported.headSet(upTo, true).clear();
    }

    /** The batch that is sent instead of a damaged one. */
    TimingBatch replacement(long batch, DamagedBatchException damage) {
        if (reported.add(batch)) {
            count++;
            LOG.error("{}; its timings and samples are missing, {}", damage.getMessage(), keep(batch, damage.left()));
        }
        TimingBatch left = parse(damage.left());
        Map<String, Long> runs = Stream.concat(
                        left.getTimingsList().stream().map(TimingRecord::getRunId),
                        left.getSamplesList().stream().map(SampleRecord::getRunId))
                .collect(Collectors.groupingBy(run -> run, Collectors.counting()));
        // One bit may be wrong anywhere: the run that most of them name.
        String run = runs.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                .orElse("");
        return TimingBatch.newBuilder()
                .setBatch(batch)
                .setDamage(String.valueOf(damage.getMessage()))
                .setDamagedRun(run)
                .setDamagedTimings(left.getTimingsCount())
                .setDamagedSamples(left.getSamplesCount())
                .build();
    }

    /** The readable part. */
    private static TimingBatch parse(ByteBuffer left) {
        try {
            return TimingBatch.parseFrom(left);
        } catch (InvalidProtocolBufferException e) {
            return e.getUnfinishedMessage() instanceof TimingBatch some ? some : TimingBatch.getDefaultInstance();
        }
    }

    private String keep(long batch, ByteBuffer left) {
        byte[] bytes = new byte[left.remaining()];
        left.get(bytes);
        Path file = folder.resolve(batch + ".batch");
        try {
            Files.createDirectories(folder);
            try (Stream<Path> files = Files.list(folder)) {
                if (files.count() >= MOST_FILES) {
                    return folder + " holds " + MOST_FILES + " others already";
                }
            }
            Files.write(file, bytes);
            return "what is left of them is kept in " + file;
        } catch (IOException e) {
            return "what is left of them cannot be kept: " + e;
        }
    }
}
