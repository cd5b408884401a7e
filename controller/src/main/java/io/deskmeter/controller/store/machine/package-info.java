/**
 * Machines and their agents: join tokens and joined machines
 * ({@link io.deskmeter.controller.store.machine.EnrolledAgents}), ids of client agents
 * ({@link io.deskmeter.controller.store.machine.ClientAgents}), those that get no new run
 * ({@link io.deskmeter.controller.store.machine.DrainedAgents}), and what setups have told
 * ({@link io.deskmeter.controller.store.machine.StoredInstallations}).
 */
@NullMarked
package io.deskmeter.controller.store.machine;

import org.jspecify.annotations.NullMarked;
