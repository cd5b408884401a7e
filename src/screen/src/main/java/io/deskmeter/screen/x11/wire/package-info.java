/**
 * The X Window System protocol, version 11, as far as a screen needs it: connection setup, requests and their answers,
 * events.
 *
 * <p>The package does not use Xlib or libxcb, because a measurement needs what they hide: the order of events and
 * replies in the stream, the time at which each was read, and hundreds of displays on one thread (docs/decisions/0009).
 * Everything but {@link io.deskmeter.screen.x11.wire.DisplayName} and {@link io.deskmeter.screen.x11.wire.Authority} is
 * used on the event loop only.
 *
 * <p>References: "X Window System Protocol, X Version 11, Release 7.7", and the protocol descriptions of MIT-SHM,
 * DAMAGE, XTEST, RANDR and XKEYBOARD, all published by X.Org.
 */
@NullMarked
package io.deskmeter.screen.x11.wire;

import org.jspecify.annotations.NullMarked;
