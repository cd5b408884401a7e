/**
 * What every part of the RFB client stands on: {@link io.deskmeter.screen.rfb.wire.ReceiveBuffer} (bytes that have arrived), {@link
 * io.deskmeter.screen.rfb.wire.Step} (something being read, resumable), {@link io.deskmeter.screen.rfb.wire.ClientMessage}
 * (something that writes itself) and {@link io.deskmeter.screen.rfb.wire.Limits} (what a server may claim). Numbers on the wire
 * are big-endian, except pixels, whose order we choose ourselves.
 */
@NullMarked
package io.deskmeter.screen.rfb.wire;

import org.jspecify.annotations.NullMarked;
