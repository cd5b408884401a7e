package io.deskmeter.controller.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the audit log. Thread-safe. */
public interface AuditStore {
    /** Adds an entry, in the transaction of this thread if there is one. */
    void add(AuditEntry entry);

    /** Entries from the newest to the oldest. */
    List<AuditEntry> newest(Filter filter, int limit);

    /**
     * Entries from the oldest to the newest.
     *
     * @param after number of the last one that is known; 0 for all
     */
    List<AuditEntry> oldest(long after, int limit);

    /**
     * Which entries.
     *
     * @param before only with lesser numbers
     */
    record Filter(
            @Nullable Long before,
            @Nullable String who,
            @Nullable String action) {}
}
