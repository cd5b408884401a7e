/**
 * One simulated user on one desktop.
 *
 * <p>A {@link io.deskmeter.agent.session.Session} is a state machine written as a table: what has happened (a
 * {@link io.deskmeter.agent.session.SessionEvent}) meets where it stands (a {@link io.deskmeter.agent.session.SessionState}) and one small method runs. Events come from the screen, from timers, from programs and from the controller; all are brought onto the session's
 * serial executor first, so nothing in here is locked and nothing waits. What blocks (starting and ending a desktop, ending a program)
 * runs on an executor of its own and comes back as an event.
 *
 * <p>The life of a session: its desktop starts, a screen is connected, the first picture that stays quiet counts as logged on. Then for
 * every operation of the plan: think, prepare (unmeasured), act, watch. After its last operation an application must exit. When an operation fails, the remaining operations of its application instance are skipped and recorded as such.
 *
 * <p>When the input should have left ({@code intendedAt}): the operation before ended at its answer (for {@code settles}: when the quiet
 * was over), the think time follows, then the unmeasured preparation takes what it takes. So
 * {@code intendedAt = max(end before + think, end of the preparation)}, and what the input left later than that is our own delay.
 */
@NullMarked
package io.deskmeter.agent.session;

import org.jspecify.annotations.NullMarked;
