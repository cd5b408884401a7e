/**
 * Runs, their states, stages, sessions and profiles: {@link io.deskmeter.controller.store.run.RunStore} writes them as
 * the journal of runs, {@link io.deskmeter.controller.store.run.RunQueries} reads them.
 * {@link io.deskmeter.controller.store.run.BoundedJournal} lets no run wait long for a store that does not answer.
 */
@NullMarked
package io.deskmeter.controller.store.run;

import org.jspecify.annotations.NullMarked;
