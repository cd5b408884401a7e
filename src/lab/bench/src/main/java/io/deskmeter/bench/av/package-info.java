/**
 * The error and the cost of what is measured of sound and picture of a clip, against sounds and frames of known times.
 *
 * <p>Each {@link io.deskmeter.bench.av.check.AvCheck} makes a truth of its own. What is compared with it is what runs
 * in an agent: its sound server, its analysis, its figures. The checks are in the packages below, which stand on each
 * other in this order: {@code check}, what all checks share; {@code file}, files whose delay is known;
 * {@code simulated}, clips that are played in virtual time with known faults; {@code live}, players whose sound passes
 * a relay that tells when it arrives, and a window that is painted at known times.
 * {@link io.deskmeter.bench.av.AvCommand} runs them.
 */
@NullMarked
package io.deskmeter.bench.av;

import org.jspecify.annotations.NullMarked;
