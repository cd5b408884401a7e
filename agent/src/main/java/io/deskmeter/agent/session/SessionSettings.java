package io.deskmeter.agent.session;

import io.deskmeter.workload.plan.PlannedOperation;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What one session is to do.
 *
 * @param session index from 0
 * @param iterations 0: goes on until it is stopped
 * @param width of the desktop in pixels
 * @param height of the desktop in pixels
 * @param plan the operations of an iteration, in order
 * @param timeouts with what is not measured
 */
public record SessionSettings(
        int session,
        int iterations,
        int width,
        int height,
        IntFunction<List<PlannedOperation>> plan,
        Timeouts timeouts) {}
