package io.deskmeter.bench.truth;

/** What eyes report of one trial; the instants of a timing, in monotonic nanoseconds. */
record Reported(long firedAt, long lastWithoutAt, long shownAt) {}
