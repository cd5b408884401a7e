/**
 * Stores what agents report and passes it on.
 *
 * <p>The order is the point: a batch of timings is stored, then acknowledged, then told to the run; a batch that cannot be stored is not
 * acknowledged, so that the agent keeps it, and the run is told why.
 */
@NullMarked
package io.deskmeter.controller.ingest;

import org.jspecify.annotations.NullMarked;
