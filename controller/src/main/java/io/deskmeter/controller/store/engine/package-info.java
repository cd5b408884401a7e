/**
 * The database: where it is ({@link io.deskmeter.controller.store.engine.StoreLocation}), H2 or PostgreSQL
 * ({@link io.deskmeter.controller.store.engine.StoreEngine}), connections for reading
 * ({@link io.deskmeter.controller.store.engine.ReadConnections}), transactions for writing
 * ({@link io.deskmeter.controller.store.engine.WriteTransactions}), and whether it answers
 * ({@link io.deskmeter.controller.store.engine.StoreWatch}).
 */
@NullMarked
package io.deskmeter.controller.store.engine;

import org.jspecify.annotations.NullMarked;
