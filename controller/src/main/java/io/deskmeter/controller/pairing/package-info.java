/** Pairs client agents with the desktop agents of the sessions that they have opened, and relays their messages. */
@NullMarked
package io.deskmeter.controller.pairing;

import org.jspecify.annotations.NullMarked;
