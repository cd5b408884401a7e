/**
 * Stores what agents report and passes it on.
 *
 * <p>The order matters: a batch of timings is stored, then acknowledged, then reported to the run. A batch that cannot
 * be stored is not acknowledged, so that the agent keeps it, and the run gets the reason.
 */
@NullMarked
package io.deskmeter.controller.ingest;

import org.jspecify.annotations.NullMarked;
