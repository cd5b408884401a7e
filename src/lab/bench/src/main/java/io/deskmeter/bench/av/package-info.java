/**
 * The error and the cost of what is measured of sound and picture of a clip, against sounds and frames of known times.
 *
 * <p>Each {@link io.deskmeter.bench.av.AvCheck} makes a truth of its own: files whose delay is known, players whose sound passes a relay that tells when it arrives, a window that is
 * painted at known times, and clips that are played in virtual time with known faults. What is compared with it is what runs in an agent: its sound server, its analysis, its figures.
 */
@NullMarked
package io.deskmeter.bench.av;

import org.jspecify.annotations.NullMarked;
