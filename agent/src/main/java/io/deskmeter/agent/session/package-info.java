/**
 * One simulated user on one desktop.
 *
 * <p>A {@link io.deskmeter.agent.session.Session} is a state machine written as a table: for an event (a
 * {@link io.deskmeter.agent.session.SessionEvent}) and a state (a
 * {@link io.deskmeter.agent.session.control.SessionState}) one small method runs. Events come from the screen, from
 * timers, from programs and from the controller. All are handled on the session's serial executor, so there are no
 * locks and no waits. Blocking tasks (starting and ending a desktop, ending a program) run on a separate executor and
 * report an event.
 *
 * <p>The lifecycle of a session: its desktop starts, a screen is connected, the first stable picture counts as logged
 * on. Then for every operation of the plan: think, prepare (unmeasured), act, watch. After its last operation an
 * application must exit. When an operation fails, the remaining operations of its application instance are skipped and
 * recorded as such.
 *
 * <p>When the input should be sent ({@code intendedAt}): the previous operation ended with its response (for
 * {@code settles}: at the end of the quiet time; where a window may have been what was seen: when that is decided),
 * then the think time and the unmeasured preparation follow. So {@code intendedAt = max(end before + think, end of the
 * preparation)}, and any further delay of the input is schedule lag.
 *
 * <p>Each of these packages stands on those before it alone: {@code app}, {@code desktop}, {@code control},
 * {@code result}, {@code handler}, {@code operation}, and this one.
 */
@NullMarked
package io.deskmeter.agent.session;

import org.jspecify.annotations.NullMarked;
