/**
 * One simulated user on one desktop.
 *
 * <p>A {@link io.deskmeter.agent.session.Session} is a state machine written as a table: what has happened (a
 * {@link io.deskmeter.agent.session.Signal}) meets where it stands (a {@link io.deskmeter.agent.session.SessionState}) and one small
 * method runs. Signals come from the screen, from timers, from programs and from the controller; all are brought onto the session's
 * serial executor first, so nothing in here is locked and nothing waits. What blocks (starting and ending a desktop, ending a program)
 * runs on an executor of its own and comes back as a signal.
 *
 * <p>The life of a session: its desktop starts, a screen is connected, the first picture that stays quiet counts as logged on. Then for
 * every operation of the plan: think, prepare (unmeasured), act, watch. At the end of a visit to an application the application must be
 * gone. A failed operation takes the rest of its visit with it, which is recorded as skipped.
 *
 * <p>When the input should have left ({@code intendedAt}): the operation before ended at its answer (for {@code settles}: when the quiet
 * was over), the think time follows, then the unmeasured preparation takes what it takes. So
 * {@code intendedAt = max(end before + think, end of the preparation)}, and what the input left later than that is our own delay.
 */
@NullMarked
package io.deskmeter.agent.session;

import org.jspecify.annotations.NullMarked;
