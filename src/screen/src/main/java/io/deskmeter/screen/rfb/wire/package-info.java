/**
 * The basis of all parts of the RFB client: {@link io.deskmeter.screen.rfb.wire.ReceiveBuffer} (bytes that have
 * arrived), {@link io.deskmeter.screen.rfb.wire.ReadStep} (a resumable reader),
 * {@link io.deskmeter.screen.rfb.wire.ClientMessage} (a message and its serialisation) and
 * {@link io.deskmeter.screen.rfb.wire.RfbLimits} (the largest accepted sizes). Numbers on the wire are big-endian,
 * except pixels, whose byte order the client chooses.
 */
@NullMarked
package io.deskmeter.screen.rfb.wire;

import org.jspecify.annotations.NullMarked;
