/**
 * What agents may do: the table {@link io.deskmeter.link.peer.MessageRules} is enforced here, before a message is
 * handled. Code that handles messages asks who the sender is by {@link io.deskmeter.link.server.AgentLink#peer()},
 * never what it says of itself.
 */
@NullMarked
package io.deskmeter.controller.rights;

import org.jspecify.annotations.NullMarked;
