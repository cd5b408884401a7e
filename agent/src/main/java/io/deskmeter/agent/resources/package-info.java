/**
 * The resource usage of the machine and of the agent itself: the cost of the harness is measured beside that of the
 * host.
 */
@NullMarked
package io.deskmeter.agent.resources;

import org.jspecify.annotations.NullMarked;
