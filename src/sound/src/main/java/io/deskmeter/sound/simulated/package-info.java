/** Sound that is known: a source with its true play times, and the reference sound with known changes. */
@NullMarked
package io.deskmeter.sound.simulated;

import org.jspecify.annotations.NullMarked;
