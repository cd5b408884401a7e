/**
 * {@code ./deskmeter bench fleet}: a real controller under as many sessions as are wanted, see {@link io.deskmeter.bench.sim}. In the end the agents'
 * tallies and the controller's store must be the same set. Some agents dial through lines that are cut now and then.
 */
@NullMarked
package io.deskmeter.bench.fleet;

import org.jspecify.annotations.NullMarked;
