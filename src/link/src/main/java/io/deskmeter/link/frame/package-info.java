/**
 * Messages as bytes of a connection: each is a frame with its length before it, and has texts that can be displayed
 * when it has arrived.
 */
@NullMarked
package io.deskmeter.link.frame;

import org.jspecify.annotations.NullMarked;
