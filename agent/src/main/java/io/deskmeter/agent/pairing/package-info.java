/**
 * Proves which desktop agent runs in the session that a client agent has opened. The desktop agent shows a code that it has just received from the controller and that no other agent knows. The client agent that reads this code on its display reports it. Names of hosts and users only
 * narrow down who is asked to show one: a host has aliases, a farm has one user on many hosts.
 *
 * <p>{@link io.deskmeter.agent.pairing.PairingPicture} is what both sides know: a fixed pattern to find it by, and the code's bits in cells beside it.
 * {@link io.deskmeter.agent.pairing.PairingWindow} shows it, {@link io.deskmeter.agent.pairing.PairingCodeReader} reads it. Why it is built
 * so: decision 0029.
 */
@NullMarked
package io.deskmeter.agent.pairing;

import org.jspecify.annotations.NullMarked;
