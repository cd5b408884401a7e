package io.deskmeter.measure;

/**
 * Each time that the operation ends it gives one sample of the metric, known or unknown; or one for each of its {@link SampledSeconds}.
 *
 * @param workload id
 * @param operation id
 * @param metric id
 */
public record SampledOperation(String workload, String operation, String metric) {}
