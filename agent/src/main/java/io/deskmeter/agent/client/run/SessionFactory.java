package io.deskmeter.agent.client.run;

import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.run.RunProfile;

/** Creates sessions for the run's target and mode. */
public interface SessionFactory {
    /**
     * Validates a run before any of its sessions starts.
     *
     * @throws RunRefusedException if this agent cannot execute it
     */
    default void require(RunProfile profile) throws RunRefusedException {}

    /**
     * Creates a session that has not started.
     *
     * @param slot of the session; the default for desktops of this machine
     * @throws RunRefusedException if this agent cannot run such a session
     */
    SessionControl create(
            PreparedRun run,
            SessionSettings settings,
            SessionSlot slot,
            SessionContext context,
            SessionListener listener)
            throws RunRefusedException;
}
