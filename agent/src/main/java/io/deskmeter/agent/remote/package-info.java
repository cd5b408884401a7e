/**
 * Sessions on target machines with a desktop agent in each: the client agent's side. The desktop agent prepares the
 * session and runs its applications. The two exchange messages through the controller.
 */
@NullMarked
package io.deskmeter.agent.remote;

import org.jspecify.annotations.NullMarked;
