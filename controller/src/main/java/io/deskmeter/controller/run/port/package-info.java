/**
 * What a run needs of its surroundings, as interfaces: {@link io.deskmeter.controller.run.port.AgentPort} to the fleet
 * and {@link io.deskmeter.controller.run.port.RunJournal} to the store.
 */
@NullMarked
package io.deskmeter.controller.run.port;

import org.jspecify.annotations.NullMarked;
