/**
 * Sessions on other machines, with a desktop agent in each: the client's side. The desktop agent prepares the session and runs its
 * applications; the two speak by way of the controller.
 */
@NullMarked
package io.deskmeter.agent.desk;

import org.jspecify.annotations.NullMarked;
