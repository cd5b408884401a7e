/**
 * The parts of one operation: the application is opened ({@link io.deskmeter.agent.session.operation.AppOpener}), the
 * unmeasured steps follow ({@link io.deskmeter.agent.session.operation.Preparation}), then the measured ones
 * ({@link io.deskmeter.agent.session.operation.MeasuredSteps}). Each is an
 * {@link io.deskmeter.agent.session.operation.OperationPart}, and performs its steps by a
 * {@link io.deskmeter.agent.session.operation.StepExecutor}.
 */
@NullMarked
package io.deskmeter.agent.session.operation;

import org.jspecify.annotations.NullMarked;
