/**
 * A run as a state machine.
 *
 * <p>The machine is a table ({@link io.deskmeter.controller.run.machine.RunTransitions}): in which state, on which
 * event, to which state, doing what. {@link io.deskmeter.controller.run.machine.RunStateMachine} owns everything that
 * changes and is touched by one thread only, the mailbox that it is given; time is injected as an executor and clocks,
 * so a test simulates an hour in a millisecond. External changes arrive as facts (a session changed, timings were
 * stored, the agent is lost); the machine stores the facts in its context
 * ({@link io.deskmeter.controller.run.machine.SessionTracker},
 * {@link io.deskmeter.controller.run.machine.LoadPointProgress}) and checks whether the current stage is complete. Only
 * a completed stage, a deadline, a fault or a user's request is an event of the table.
 *
 * <p>Whether a load point passed and what to measure next is not decided here but by the pure functions of
 * {@code io.deskmeter.measure}. The machine reaches the outside through two ports:
 * {@link io.deskmeter.controller.run.port.AgentPort} to the fleet and
 * {@link io.deskmeter.controller.run.port.RunJournal} to the store.
 */
@NullMarked
package io.deskmeter.controller.run.machine;

import org.jspecify.annotations.NullMarked;
