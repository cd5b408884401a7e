/**
 * The agents that are connected, and which run each works for. Knows the link's connections, nothing of runs but their
 * ids.
 */
@NullMarked
package io.deskmeter.controller.fleet;

import org.jspecify.annotations.NullMarked;
