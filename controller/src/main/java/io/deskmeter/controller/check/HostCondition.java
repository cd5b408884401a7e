package io.deskmeter.controller.check;

import io.deskmeter.controller.fleet.Fleet.Present;
import io.deskmeter.link.v1.CheckResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks the state of an agent's machine, as the agent reports it. */
final class HostCondition {
    /** The largest size of unsent timings. */
    static final long LEAST_DISK = 256L << 20;

    /** With pictures, content and the applications' own files. */
    static final long GOOD_DISK = 1L << 30;

    static final long LEAST_MEMORY = 256L << 20;

    /** Clocks only label, but labels of two machines are read side by side. */
    static final Duration CLOCK = Duration.ofSeconds(2);

    /** Before a run has begun. */
    static final double BUSY_PERCENT = 50;

    private HostCondition() {}

    /**
     * Evaluates an answer.
     *
     * @param askedAt by our wall clock
     * @param heardAt by the same
     */
    static List<PreflightFinding> findings(Present agent, CheckResult answer, Instant askedAt, Instant heardAt) {
        List<PreflightFinding> findings = new ArrayList<>();
        String where = agent.toString();
        disk(where, answer, findings);
        if (answer.getMemoryFreeBytes() < LEAST_MEMORY) {
            findings.add(PreflightFinding.error(
                    "agent memory",
                    where,
                    mebibytes(answer.getMemoryFreeBytes()) + " free",
                    mebibytes(LEAST_MEMORY) + " or more",
                    "end other programs there"));
        }
        Duration off = off(Instant.EPOCH.plus(answer.getWallMicros(), ChronoUnit.MICROS), askedAt, heardAt);
        if (off.compareTo(CLOCK) > 0) {
            findings.add(PreflightFinding.warning(
                    "agent clock",
                    where,
                    "off by " + off.toMillis() + " ms at least",
                    "at most " + CLOCK.toMillis() + " ms: times of day are compared between machines",
                    "run a time service on both machines"));
        }
        if (answer.getCpuPercent() > BUSY_PERCENT) {
            findings.add(PreflightFinding.warning(
                    "agent load",
                    where,
                    String.format(Locale.ROOT, "%.0f %% of all cores busy", answer.getCpuPercent()),
                    String.format(Locale.ROOT, "at most %.0f %% before the run", BUSY_PERCENT),
                    "end other programs there, or wait"));
        }
        return findings;
    }

    private static void disk(String where, CheckResult answer, List<PreflightFinding> findings) {
        long free = answer.getDiskFreeBytes();
        String value = mebibytes(free) + " free for " + answer.getStateFolder();
        if (free < LEAST_DISK) {
            findings.add(PreflightFinding.error(
                    "agent disk",
                    where,
                    value,
                    mebibytes(LEAST_DISK) + " or more: unsent timings may take that much",
                    "free disk space, or use --state DIR on another disk"));
        } else if (free < GOOD_DISK) {
            findings.add(PreflightFinding.warning(
                    "agent disk",
                    where,
                    value,
                    mebibytes(GOOD_DISK) + " or more, with pictures and content",
                    "free disk space, or use --state DIR on another disk"));
        }
    }

    /** The minimum difference: the answer was created at some time between the two. */
    private static Duration off(Instant theirs, Instant askedAt, Instant heardAt) {
        if (theirs.isBefore(askedAt)) {
            return Duration.between(theirs, askedAt);
        }
        return theirs.isAfter(heardAt) ? Duration.between(heardAt, theirs) : Duration.ZERO;
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
