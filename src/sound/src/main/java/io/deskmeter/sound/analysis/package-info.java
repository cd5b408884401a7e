/**
 * Compares what was heard with what was played: {@link io.deskmeter.sound.analysis.ReferenceSound} is played,
 * {@link io.deskmeter.sound.analysis.LagFinder} finds by how much it is late, second by second, or why that is unknown,
 * and {@link io.deskmeter.sound.analysis.DropoutFinder} finds what is missing.
 *
 * <p>Pure functions of samples; positions and lengths are sample frames at 48 kHz.
 */
@NullMarked
package io.deskmeter.sound.analysis;

import org.jspecify.annotations.NullMarked;
