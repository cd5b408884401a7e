/**
 * The persistent store: an embedded H2 database in the data directory, its tables brought to this version by Flyway
 * from {@code db/migration} in SQL that PostgreSQL accepts too; {@code db/new-store.sql} makes those of a new one at
 * once.
 *
 * <p>Timings are stored exactly once, by their key (run, session, sequence); a batch is one transaction, written to the
 * disk before it is acknowledged. Percentiles are not stored: {@link io.deskmeter.controller.results.StoredRuns} judges
 * load points again from their timings, which gives the same figures, for the judge is a pure function. A write that
 * fails becomes a {@link io.deskmeter.controller.run.port.RunJournal.JournalException} whose message is for display.
 *
 * <p>Each of these packages stands on those before it alone: {@code folder}, {@code engine}, {@code lease},
 * {@code run}, {@code result}, {@code people}, {@code machine}, {@code retention}, {@code transfer}, and this one.
 */
@NullMarked
package io.deskmeter.controller.store;

import org.jspecify.annotations.NullMarked;
