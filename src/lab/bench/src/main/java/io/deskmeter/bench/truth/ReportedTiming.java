package io.deskmeter.bench.truth;

/** What an observer reports of one trial; the instants of a timing, in monotonic nanoseconds. */
record ReportedTiming(long firedAt, long lastWithoutAt, long shownAt) {}
