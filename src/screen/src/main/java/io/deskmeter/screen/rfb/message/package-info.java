/** What a client says after the handshake: one record per message, each writes itself. */
@NullMarked
package io.deskmeter.screen.rfb.message;

import org.jspecify.annotations.NullMarked;
