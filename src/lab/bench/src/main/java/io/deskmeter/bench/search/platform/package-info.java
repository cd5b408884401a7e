/**
 * Platforms with a known knee, simulated in virtual time, for statistical tests of the capacity search.
 *
 * <p>A {@link io.deskmeter.bench.search.platform.Platform} is a closed queueing network: sessions think, need a
 * processor (shared by all, with several cores) and for some operations a disk, and start background work. A
 * {@link io.deskmeter.bench.search.platform.PlatformRun} measures load points on it by the rules of a run, and yields
 * {@linkplain io.deskmeter.measure.timing.Timing timings} for the {@link io.deskmeter.measure.verdict.Judge}, with the
 * disturbances of real ones: sessions and load points vary, the machine drifts, other work runs for a while.
 * {@link io.deskmeter.bench.search.platform.TrueKnee} uses long simulations without disturbances. Everything is seeded.
 */
@NullMarked
package io.deskmeter.bench.search.platform;

import org.jspecify.annotations.NullMarked;
