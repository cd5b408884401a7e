/**
 * The language of a benchmark as checked, immutable values.
 *
 * <p>A {@link io.deskmeter.workload.Workload} is one application and the {@linkplain io.deskmeter.workload.Operation
 * operations} a person waits for; a {@link io.deskmeter.workload.WorkloadProfile} says which workloads, how often and
 * with which think time; a {@link io.deskmeter.workload.RunProfile} adds where, how many sessions, and the thresholds.
 * What stands in these records has been checked: a reader never has to ask again whether a landmark exists or a
 * threshold is positive. Authors meet the same words in YAML, see {@code docs/reference/workloads-and-profiles.md}.
 */
@NullMarked
package io.deskmeter.workload;

import org.jspecify.annotations.NullMarked;
