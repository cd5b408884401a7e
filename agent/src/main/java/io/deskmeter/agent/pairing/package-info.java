/**
 * Proves which desktop agent runs in the session that a client agent has opened. The desktop agent shows a code that it
 * has just received from the controller and that no other agent knows. The client agent that reads this code on its
 * display reports it. Names of hosts and users only limit which agents are asked to show a code: a host has aliases,
 * and a farm has the same user on many hosts.
 *
 * <p>{@link io.deskmeter.agent.pairing.PairingPicture} is the format that both sides use: a fixed pattern by which it
 * is found, and the code's bits in cells beside it. {@link io.deskmeter.agent.pairing.PairingWindow} shows it,
 * {@link io.deskmeter.agent.pairing.PairingCodeReader} reads it. The reasons are in decision 0029.
 */
@NullMarked
package io.deskmeter.agent.pairing;

import org.jspecify.annotations.NullMarked;
