/**
 * Which controller uses a store: who it is ({@link io.deskmeter.controller.store.lease.ControllerIdentity}), how long
 * it may write ({@link io.deskmeter.controller.store.lease.ControllerLease}), which runs are its own
 * ({@link io.deskmeter.controller.store.lease.RunOwnership}), and which store this is
 * ({@link io.deskmeter.controller.store.lease.StoreIdentity}).
 */
@NullMarked
package io.deskmeter.controller.store.lease;

import org.jspecify.annotations.NullMarked;
