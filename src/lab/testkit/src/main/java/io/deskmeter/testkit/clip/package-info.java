/** The reference clip, painted and played with known faults. */
@NullMarked
package io.deskmeter.testkit.clip;

import org.jspecify.annotations.NullMarked;
