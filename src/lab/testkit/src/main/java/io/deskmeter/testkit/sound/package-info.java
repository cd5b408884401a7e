/** The contract of sound sources as tests. */
@NullMarked
package io.deskmeter.testkit.sound;

import org.jspecify.annotations.NullMarked;
