/**
 * Text that others have written. Servers, agents and programs may send anything: escape sequences that a terminal
 * obeys, line breaks that forge a line of a log, letters that turn the direction of what follows.
 * {@link io.deskmeter.text.PeerText} is the only place at which bytes of a peer become text ({@code ArchitectureTest}
 * holds that), so what is shown, logged or stored afterwards is harmless without anybody thinking of it.
 */
@NullMarked
package io.deskmeter.text;

import org.jspecify.annotations.NullMarked;
