package io.deskmeter.workload;

import java.time.Duration;

/**
 * The pause before an operation: uniform in {@code mean · (1 ± spread)}.
 *
 * @param mean ≥ 0
 * @param spread 0 to 1
 */
public record ThinkTime(Duration mean, double spread) {}
