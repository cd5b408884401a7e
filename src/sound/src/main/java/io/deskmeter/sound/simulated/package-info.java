/** A source whose sound and play times are known. */
@NullMarked
package io.deskmeter.sound.simulated;

import org.jspecify.annotations.NullMarked;
