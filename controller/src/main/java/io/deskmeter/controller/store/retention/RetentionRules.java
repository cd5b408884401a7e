package io.deskmeter.controller.store.retention;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which runs are kept; null fields have no limit. Pinned and active runs are always kept.
 *
 * @param days since a run began
 * @param runs the newest that are not pinned
 * @param megabytes of all runs together, including pinned ones; the oldest are deleted first
 */
public record RetentionRules(
        @Nullable Integer days,
        @Nullable Integer runs,
        @Nullable Long megabytes) {
    /** Keeps everything. */
    public static final RetentionRules NONE = new RetentionRules(null, null, null);

    private static final long MEGABYTE = 1_000_000;

    public RetentionRules {
        atLeastOne("days", days);
        atLeastOne("runs", runs);
        atLeastOne("megabytes", megabytes);
    }

    private static void atLeastOne(String what, @Nullable Number value) {
        if (value != null && value.longValue() < 1) {
            throw new IllegalArgumentException(
                    what + ": " + value + " (expected: at least 1, or nothing for no bound)");
        }
    }

    /**
     * The runs to delete.
     *
     * @param newestFirst all there are
     */
    List<RunDiskUsage> expired(List<RunDiskUsage> newestFirst, Instant now) {
        List<RunDiskUsage> expired = new ArrayList<>();
        int kept = 0;
        long bytes = 0;
        for (RunDiskUsage run : newestFirst) {
            boolean stays = run.pinned() || !run.ended();
            if (!stays && (tooOld(run, now) || tooMany(kept) || tooLarge(bytes + run.bytes()))) {
                expired.add(run);
            } else {
                bytes += run.bytes();
                kept += stays ? 0 : 1;
            }
        }
        return expired;
    }

    private boolean tooOld(RunDiskUsage run, Instant now) {
        return days != null && run.createdAt().isBefore(now.minus(Duration.ofDays(days)));
    }

    private boolean tooMany(int kept) {
        return runs != null && kept >= runs;
    }

    private boolean tooLarge(long bytes) {
        return megabytes != null && bytes > megabytes * MEGABYTE;
    }
}
