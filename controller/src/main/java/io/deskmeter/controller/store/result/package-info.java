/**
 * What was measured, stored exactly once: batches of agents ({@link io.deskmeter.controller.store.result.BatchStore})
 * with their timings ({@link io.deskmeter.controller.store.result.TimingStore}) and samples
 * ({@link io.deskmeter.controller.store.result.SampleStore}), and film strips
 * ({@link io.deskmeter.controller.store.result.EvidenceStore}).
 */
@NullMarked
package io.deskmeter.controller.store.result;

import org.jspecify.annotations.NullMarked;
