/**
 * What a workload measures beside response times. A {@link io.deskmeter.workload.metric.Metric} takes its samples from
 * a {@link io.deskmeter.workload.metric.MetricSource} and is judged by a {@link io.deskmeter.workload.metric.Statistic}
 * over all of them.
 */
@NullMarked
package io.deskmeter.workload.metric;

import org.jspecify.annotations.NullMarked;
