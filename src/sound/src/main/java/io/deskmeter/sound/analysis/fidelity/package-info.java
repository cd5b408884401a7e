/**
 * How true each second of a sound is to the reference: jitter, drift, what is concealed, repeated, removed or cut off,
 * level, bandwidth, noise and sides. Start with {@link io.deskmeter.sound.analysis.fidelity.FidelityMeter}, which
 * returns a {@link io.deskmeter.sound.analysis.fidelity.Fidelity};
 * {@link io.deskmeter.sound.analysis.fidelity.LagTracker} follows the place of the reference through the seconds.
 */
@NullMarked
package io.deskmeter.sound.analysis.fidelity;

import org.jspecify.annotations.NullMarked;
