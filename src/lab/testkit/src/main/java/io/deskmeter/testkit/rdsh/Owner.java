package io.deskmeter.testkit.rdsh;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that users and processes of a testbed belong to, as it is written in their marks: process ids are reused,
 * so the start time identifies it, too.
 *
 * @param pid of the process
 * @param startedAt in milliseconds since 1970; 0 if unknown
 */
record Owner(long pid, long startedAt) {
    /** The mark in the environment of processes. */
    static final String VARIABLE = "DESKMETER_TESTBED";

    /** The mark in the comment of users. */
    private static final String MARK = "deskmeter-testbed";

    private static final Pattern WRITTEN = Pattern.compile(MARK + " (\\d+) (\\d+)");

    /** This process. */
    static Owner self() {
        return of(ProcessHandle.current());
    }

    private static Owner of(ProcessHandle process) {
        long startedAt =
                process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return new Owner(process.pid(), startedAt);
    }

    /** Parses the result of {@link #toString}; empty for other texts. */
    static Optional<Owner> parse(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        return matcher.matches()
                ? Optional.of(new Owner(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** The prefix of the values of {@link #VARIABLE} that belong to this owner. */
    String mark() {
        return pid + "-" + startedAt + "-";
    }

    /** Whether this process still runs. */
    boolean lives() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(Owner::of)
                .filter(now -> now.equals(this))
                .isPresent();
    }

    @Override
    public String toString() {
        return MARK + " " + pid + " " + startedAt;
    }
}
