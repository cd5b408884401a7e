/**
 * The desktop agent: it runs in a desktop or RDSH session, from logon to logoff.
 *
 * <p>{@link io.deskmeter.agent.desktopagent.DesktopAgent} is the entry point;
 * {@link io.deskmeter.agent.desktopagent.DesktopRunHandler} executes the requests of the session's client agent in
 * order; {@link io.deskmeter.agent.desktopagent.DesktopRun} is the preparation of one run: a dock and an application
 * instance that the client agent drives (remote mode), or a session that runs the plan on its own screen (local and
 * passive mode). {@link io.deskmeter.agent.desktopagent.ContentStore} fetches missing workloads.
 *
 * <p>It must cost the measured machine as little as possible, so it loads only what a mode needs: no AWT without a
 * dock, no OpenCV and no pictures without a session to run, no resource samples without a run.
 */
@NullMarked
package io.deskmeter.agent.desktopagent;

import org.jspecify.annotations.NullMarked;
