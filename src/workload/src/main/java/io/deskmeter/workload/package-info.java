/**
 * The language of a benchmark as checked, immutable values. A {@link io.deskmeter.workload.Workload} is one application
 * and what a person does with it; a {@link io.deskmeter.workload.WorkloadProfile} says which workloads, how often and
 * with which think time. What stands in these records, and in those of the packages below, has been checked: a reader
 * never has to ask again whether a landmark exists or a threshold is positive; what is wrong with a document is told by
 * an {@link io.deskmeter.workload.InvalidDocumentException}. Authors meet the same words in YAML, see
 * {@code docs/reference/workloads-and-profiles.md}.
 *
 * <p>Read the packages in this order; each stands on those before it alone: {@code step}, {@code operation},
 * {@code metric}, {@code targets}, this one, {@code run}, {@code plan}, {@code yaml}.
 */
@NullMarked
package io.deskmeter.workload;

import org.jspecify.annotations.NullMarked;
