package io.deskmeter.bench.controller;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** A set of timings by session and sequence, with one bit for each. Thread-safe. */
public final class TimingKeys {
    private final Map<Integer, BitSet> sessions = new TreeMap<>();
    private int size;

    /** False if it is already present. */
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

    /** Adds all of another set. */
    public synchronized void addAll(TimingKeys other) {
        other.copy().forEach((session, bits) -> bits.stream().forEach(bit -> add(session, bit)));
    }

    public synchronized int size() {
        return size;
    }

    /** The number that the other set does not have. */
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
