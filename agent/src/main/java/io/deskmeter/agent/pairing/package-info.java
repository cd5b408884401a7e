/**
 * How it is proved which desktop agent sits in the session that a client agent sees: the desktop agent shows a code that it got from the controller a moment
 * ago and that nobody else knows, and the client agent that reads this code on the display it has opened says so. Names of hosts and users only
 * narrow down who is asked to show one: a host has aliases, a farm has one user on many hosts.
 *
 * <p>{@link io.deskmeter.agent.pairing.PairingPicture} is what both sides know: a fixed pattern to find it by, and the code's bits in cells beside it.
 * {@link io.deskmeter.agent.pairing.PairingWindow} shows it, {@link io.deskmeter.agent.pairing.PairingCodeReader} reads it. Why it is built
 * so: decision 0029.
 */
@NullMarked
package io.deskmeter.agent.pairing;

import org.jspecify.annotations.NullMarked;
