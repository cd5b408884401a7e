package io.deskmeter.agent.run;

import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.Surroundings;
import io.deskmeter.agent.session.Worker;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.workload.RunProfile;

/** Who works a session, as the run's target and mode say. */
public interface Workers {
    /**
     * Looks at a run before any of its sessions begins.
     *
     * @throws RunRefusedException where this agent must not work for it
     */
    default void require(RunProfile profile) throws RunRefusedException {}

    /**
     * Makes a worker that has not begun.
     *
     * @param seat where the session lives; the default for desktops of this machine
     * @throws RunRefusedException where this agent cannot work such a session
     */
    Worker hire(Preparing run, SessionSettings settings, Seat seat, Surroundings around, SessionListener listener)
            throws RunRefusedException;
}
