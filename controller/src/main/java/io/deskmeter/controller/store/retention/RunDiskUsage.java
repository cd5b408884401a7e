package io.deskmeter.controller.store.retention;

import java.time.Instant;

/**
 * The disk usage of a run.
 *
 * @param bytes its pictures, what was computed from it, and about what its rows take of the store: its share of all
 *     timings
 */
public record RunDiskUsage(
        String id, String title, Instant createdAt, boolean ended, boolean pinned, int timings, long bytes) {}
