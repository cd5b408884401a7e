/**
 * Platforms with a known knee, simulated in virtual time, on which the capacity search is judged by the hundred.
 *
 * <p>A {@link io.deskmeter.testkit.platform.Platform} is a closed queueing network: sessions think, need a processor (shared by all, so
 * many cores), for some operations a disk as well, and leave background work behind. A {@link
 * io.deskmeter.testkit.platform.PlatformRun} measures load points on it by the rules of a run, and yields {@linkplain
 * io.deskmeter.measure.Timing timings} for the {@link io.deskmeter.measure.Judge}, disturbed as real ones are: sessions differ, load points have
 * their luck, the machine drifts, something else runs for a while. {@link io.deskmeter.testkit.platform.TrueKnee} is the same without any of
 * that, and long. Everything is seeded.
 */
@NullMarked
package io.deskmeter.testkit.platform;

import org.jspecify.annotations.NullMarked;
