/**
 * {@code ./deskmeter bench ue}: checks what is measured of drags and scrolling against a simulated window whose delays,
 * jitter and losses are known, through lossless and lossy pictures, and what reading the frames costs.
 *
 * <p>{@code live} does so with real desktops and the probe program's own record, {@code many} with many sessions at
 * once.
 */
@NullMarked
package io.deskmeter.bench.ue;

import org.jspecify.annotations.NullMarked;
