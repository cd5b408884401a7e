/** The client's messages after the handshake: one record per message, with its serialisation. */
@NullMarked
package io.deskmeter.screen.rfb.message;

import org.jspecify.annotations.NullMarked;
