/**
 * How an operation ended: its {@link io.deskmeter.agent.session.result.OperationResult}, what pauses of the agent and
 * handlers of windows make of it ({@link io.deskmeter.agent.session.result.PauseMarks},
 * {@link io.deskmeter.agent.session.result.Handled}), and the timing that is recorded
 * ({@link io.deskmeter.agent.session.result.TimingRecorder}).
 */
@NullMarked
package io.deskmeter.agent.session.result;

import org.jspecify.annotations.NullMarked;
