/**
 * Executes the steps of a workload: input events, program starts and pauses.
 *
 * <p>{@link io.deskmeter.agent.step.InputSender} performs one step at a time and returns a future; nothing here blocks
 * a thread. Conditions on the screen are evaluated elsewhere.
 */
@NullMarked
package io.deskmeter.agent.step;

import org.jspecify.annotations.NullMarked;
