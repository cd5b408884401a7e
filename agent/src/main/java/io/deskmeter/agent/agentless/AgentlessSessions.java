package io.deskmeter.agent.agentless;

import io.deskmeter.agent.remote.DesktopTarget;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Agentless.Sign;

/** Creates sessions without desktop agents. */
public final class AgentlessSessions {
    private final MatcherBuffers matcherBuffers;

    public AgentlessSessions(MatcherBuffers matcherBuffers) {
        this.matcherBuffers = matcherBuffers;
    }

    /** The time limits of its sessions: the default ones, with the rest that the target asks for. */
    public static Timeouts timeouts(Agentless agentless) {
        Timeouts usual = Timeouts.DEFAULT;
        return agentless.ready() instanceof Sign.Rest rest
                ? new Timeouts(usual.logon(), rest.quiet(), usual.step(), usual.exit(), usual.closing())
                : usual;
    }

    /**
     * Creates a session that has not started.
     *
     * @param desktopTarget with the same time limits as the settings
     * @param context whose matchers know the pictures of the target
     */
    public Session create(
            Agentless agentless,
            SessionSettings settings,
            DesktopTarget desktopTarget,
            SessionContext context,
            SessionListener listener) {
        return new Session(
                settings,
                context.at((session, width, height) -> {
                    desktopTarget.begin();
                    return new AgentlessDesktop(
                            desktopTarget, agentless, settings.timeouts(), matcherBuffers, context.timers());
                }),
                listener);
    }
}
