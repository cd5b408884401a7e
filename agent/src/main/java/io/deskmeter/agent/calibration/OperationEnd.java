package io.deskmeter.agent.calibration;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.workload.step.Condition;
import org.jspecify.annotations.Nullable;

/**
 * The end of an operation.
 *
 * @param condition that it waited for
 * @param before its input; null if it ended before that
 * @param after the picture at its end
 */
record OperationEnd(
        Timing timing, Condition condition, @Nullable Frame before, Frame after) {}
