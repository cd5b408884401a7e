/**
 * The store, or a run of it, from and to files: {@link io.deskmeter.controller.store.transfer.StoreSnapshots} reads,
 * {@link io.deskmeter.controller.store.transfer.StoreRestoration} makes a store of a backup,
 * {@link io.deskmeter.controller.store.transfer.ScratchRun} and
 * {@link io.deskmeter.controller.store.transfer.RunArrivals} take in a run of another store.
 */
@NullMarked
package io.deskmeter.controller.store.transfer;

import org.jspecify.annotations.NullMarked;
