/** Timings, samples and film strips as messages, and messages as those. */
@NullMarked
package io.deskmeter.link.codec;

import org.jspecify.annotations.NullMarked;
