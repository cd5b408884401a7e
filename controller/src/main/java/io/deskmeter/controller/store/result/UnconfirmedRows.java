package io.deskmeter.controller.store.result;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Rows whose write failed in a way that leaves open whether it was committed: the connection was lost in the middle. If
 * they are there when they come again, they are no duplicates, since nobody has been told of them. Thread-safe.
 */
final class UnconfirmedRows {
    /** Far more than agents send before they wait for an acknowledgement. */
    private static final int MOST = 1_000_000;

    private final Set<Key> untold = ConcurrentHashMap.newKeySet();

    /** What tells rows of one table apart. */
    record Key(String table, String runId, int session, long sequence) {}

    /** The outcome of the write of these rows is not known. */
    <R> void add(List<R> rows, Function<R, Key> key) {
        rows.stream().map(key).takeWhile(one -> untold.size() < MOST).forEach(untold::add);
    }

    /**
     * The rows of a write that nobody has been told of.
     *
     * @param rows all that were to be written, which are there now
     * @param fresh those of them that were not there before
     */
    <R> List<R> untold(List<R> rows, List<R> fresh, Function<R, Key> key) {
        if (untold.isEmpty()) {
            return fresh;
        }
        Set<Key> known = new HashSet<>(fresh.stream().map(key).toList());
        List<R> all = new ArrayList<>(fresh);
        for (R row : rows) {
            Key one = key.apply(row);
            if (untold.remove(one) && known.add(one)) {
                all.add(row);
            }
        }
        return all;
    }
}
