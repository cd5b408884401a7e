package io.deskmeter.measure.point;

import io.deskmeter.workload.operation.Group;

/**
 * How often an operation is planned.
 *
 * @param workload id
 * @param operation id
 * @param group of the operation
 * @param count how often one iteration of one session works it
 */
public record OperationCount(String workload, String operation, Group group, int count) {}
