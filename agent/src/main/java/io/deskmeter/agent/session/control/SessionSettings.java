package io.deskmeter.agent.session.control;

import io.deskmeter.workload.plan.PlannedOperation;
import io.deskmeter.workload.step.Handler;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The settings of one session.
 *
 * @param session index from 0
 * @param position among the sessions of the load point, from 0
 * @param iterations 0: until stopped
 * @param width of the desktop in pixels
 * @param height of the desktop in pixels
 * @param plan the operations of an iteration, in order
 * @param timeouts of unmeasured parts
 * @param handlers what is done about windows of the target
 */
public record SessionSettings(
        int session,
        int position,
        int iterations,
        int width,
        int height,
        IntFunction<List<PlannedOperation>> plan,
        Timeouts timeouts,
        List<Handler> handlers) {

    /** On a target without handlers. */
    public SessionSettings(
            int session,
            int position,
            int iterations,
            int width,
            int height,
            IntFunction<List<PlannedOperation>> plan,
            Timeouts timeouts) {
        this(session, position, iterations, width, height, plan, timeouts, List.of());
    }
}
