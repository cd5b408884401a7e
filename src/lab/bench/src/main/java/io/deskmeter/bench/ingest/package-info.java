/**
 * {@code ./deskmeter bench ingest}: how fast a real controller stores timings and samples that agents have in their
 * spools, and beside it, how fast the same rows get into the same database without a controller: by {@code COPY} into
 * PostgreSQL, by batches of inserts into H2.
 */
@NullMarked
package io.deskmeter.bench.ingest;

import org.jspecify.annotations.NullMarked;
