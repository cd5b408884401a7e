package io.deskmeter.agent.remote;

import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.workload.run.Mode;

/** Creates sessions that have a desktop agent. */
public final class DesktopAgentSessionFactory {
    private final DesktopAgentChannels desktopAgents;

    public DesktopAgentSessionFactory(DesktopAgentChannels desktopAgents) {
        this.desktopAgents = desktopAgents;
    }

    /** Creates a session that is driven from here or by the desktop agent, depending on the mode. */
    public SessionControl control(
            Mode mode,
            PrepareRun run,
            SessionSettings settings,
            DesktopTarget desktopTarget,
            SessionContext context,
            SessionListener listener) {
        DesktopAgentChannel desktopAgent = desktopAgents.open(run.getRunId(), settings.session());
        DesktopAgentSession there = new DesktopAgentSession(desktopTarget, desktopAgent, run, context.timers());
        if (mode != Mode.REMOTE) {
            return new DelegatedSession(settings, context, listener, there, mode == Mode.PASSIVE);
        }
        return new Session(
                settings,
                context.at((session, width, height) -> {
                    desktopTarget.begin();
                    return new RemoteSessionDesktop(there, settings.timeouts(), context.nanoTime());
                }),
                listener);
    }
}
