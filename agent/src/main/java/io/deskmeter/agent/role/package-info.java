/**
 * The agent in role <i>desktop</i>: it sits in a desktop or RDSH session, from logon to logoff.
 *
 * <p>{@link io.deskmeter.agent.role.DesktopAgent} is the whole; {@link io.deskmeter.agent.role.Attendant} does what the client of the session asks, one thing
 * after the other; {@link io.deskmeter.agent.role.DeskRun} is what is prepared for one run: a dock and a visit that the client drives (remote mode), or a
 * session that works the plan on its own screen (local and passive mode). {@link io.deskmeter.agent.role.ContentStore} sees to it that the workloads are
 * here.
 *
 * <p>It must cost the machine that is measured as little as can be. What a mode does not need is not loaded: no AWT without a dock, no OpenCV and no
 * pictures without work, no samples of the machine without a run.
 */
@NullMarked
package io.deskmeter.agent.role;

import org.jspecify.annotations.NullMarked;
