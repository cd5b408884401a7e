/**
 * A {@link io.deskmeter.workload.run.RunProfile} is all that a run needs to be repeated: a workload profile and a
 * target, how many sessions work ({@link io.deskmeter.workload.run.Load}), and what the result is held against:
 * thresholds, bounds of validity, expectations.
 */
@NullMarked
package io.deskmeter.workload.run;

import org.jspecify.annotations.NullMarked;
