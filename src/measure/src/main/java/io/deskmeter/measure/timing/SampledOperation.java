package io.deskmeter.measure.timing;

/**
 * Each time that the operation ends it gives so many samples of the metric, known or unknown; or one for each of its
 * {@link SampledSeconds}.
 *
 * @param workload id
 * @param operation id
 * @param metric id
 * @param samples of each time: the moves of its gesture where each of them gives one, else 1
 */
public record SampledOperation(String workload, String operation, String metric, int samples) {
    /** One that gives one sample. */
    public SampledOperation(String workload, String operation, String metric) {
        this(workload, operation, metric, 1);
    }

    /** Whether it is the operation of a timing. */
    public boolean isOf(Timing timing) {
        return operation.equals(timing.operation()) && workload.equals(timing.workload());
    }
}
