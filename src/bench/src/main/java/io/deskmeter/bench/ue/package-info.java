/**
 * {@code ./deskmeter bench ue}: checks what is measured of drags and scrolling against a simulated window whose delays, jitter and losses are known, through lossless and lossy pictures, and what reading the frames costs.
 */
@NullMarked
package io.deskmeter.bench.ue;

import org.jspecify.annotations.NullMarked;
