package io.deskmeter.bench.hostile;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** What became of the connections of one kind of strangers. Thread-safe. */
final class KindCounts {
    /** TCP was refused or did not answer. */
    static final String UNCONNECTED = "unconnected";

    /** The controller ended it without a byte, before or after the handshake of TLS. */
    static final String ENDED = "ended";

    /** It was still open when the longest time that the controller allows had passed. */
    static final String OPEN = "open";

    /** The controller said something, and ended it. */
    static final String ANSWERED = "answered";

    /** The name of what is not a number of connections: for how many milliseconds the longest one was open. */
    static final String LONGEST = "longest-ms";

    private final Map<String, LongAdder> outcomes = new ConcurrentHashMap<>();
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);

    void count(String outcome) {
        outcomes.computeIfAbsent(outcome, none -> new LongAdder()).increment();
    }

    /** How long it was open after all was sent. */
    void lasted(long millis) {
        longest.accumulate(millis);
    }

    /** {@code outcome=number} of each, as one word; then the longest. */
    String line() {
        return new TreeMap<>(outcomes)
                .entrySet().stream()
                        .map(outcome -> outcome.getKey() + "=" + outcome.getValue())
                        .collect(Collectors.joining(",", "", "," + LONGEST + "=" + longest.get()));
    }

    /** What {@link #line} has said. */
    static Map<String, Long> parse(String line) {
        Map<String, Long> counts = new TreeMap<>();
        for (String one : line.split(",", -1)) {
            int at = one.indexOf('=');
            if (at > 0) {
                counts.put(one.substring(0, at), Long.parseLong(one.substring(at + 1)));
            }
        }
        return counts;
    }
}
