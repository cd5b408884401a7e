/**
 * The agent's part of a check before a run: how its machine is, whether programs are there, whether targets would have it in. Nothing is
 * changed anywhere: displays are looked at and left as they were; a user who logs on over RDP gets a session whose only program ends at once.
 * Nothing of this has threads or memory while nobody asks.
 */
@NullMarked
package io.deskmeter.agent.check;

import org.jspecify.annotations.NullMarked;
