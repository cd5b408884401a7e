/**
 * {@code ./deskmeter bench fleet}: a real controller with any number of simulated sessions, see
 * {@link io.deskmeter.bench.sim}. At the end the agents' logs and the controller's store must contain the same timings.
 * Some agents connect through proxies that cut the connection repeatedly.
 */
@NullMarked
package io.deskmeter.bench.fleet;

import org.jspecify.annotations.NullMarked;
