/**
 * The forms in which PulseAudio's clients send samples: sample formats, rates, channel positions, and their conversion
 * to floating point.
 */
@NullMarked
package io.deskmeter.sound.pulse.format;

import org.jspecify.annotations.NullMarked;
