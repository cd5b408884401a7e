package io.deskmeter.bench.sim;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** Which timings of which sessions, a bit for each: millions fit. Thread-safe. */
public final class TimingKeys {
    private final Map<Integer, BitSet> sessions = new TreeMap<>();
    private int size;

    /** False where it is there already. */
    public synchronized boolean add(int session, long sequence) {
        BitSet of = sessions.computeIfAbsent(session, s -> new BitSet());
        int bit = Math.toIntExact(sequence);
        if (of.get(bit)) {
            return false;
        }
        of.set(bit);
        size++;
        return true;
    }

    /** Adds all of the other. */
    public synchronized void addAll(TimingKeys other) {
        other.copy().forEach((session, bits) -> bits.stream().forEach(bit -> add(session, bit)));
    }

    public synchronized int size() {
        return size;
    }

    /** How many the other does not have. */
    public int missingFrom(TimingKeys other) {
        Map<Integer, BitSet> theirs = other.copy();
        int missing = 0;
        for (Map.Entry<Integer, BitSet> session : copy().entrySet()) {
            BitSet left = session.getValue();
            left.andNot(theirs.getOrDefault(session.getKey(), new BitSet()));
            missing += left.cardinality();
        }
        return missing;
    }

    private synchronized Map<Integer, BitSet> copy() {
        Map<Integer, BitSet> copy = new TreeMap<>();
        sessions.forEach((session, bits) -> copy.put(session, (BitSet) bits.clone()));
        return copy;
    }
}
