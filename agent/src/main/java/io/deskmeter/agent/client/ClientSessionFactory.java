package io.deskmeter.agent.client;

import io.deskmeter.agent.agentless.AgentlessSessions;
import io.deskmeter.agent.client.run.PreparedRun;
import io.deskmeter.agent.client.run.RunRefusedException;
import io.deskmeter.agent.client.run.SessionFactory;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.remote.DesktopAgentChannels;
import io.deskmeter.agent.remote.DesktopAgentSessionFactory;
import io.deskmeter.agent.remote.DesktopTarget;
import io.deskmeter.agent.remote.LocalDesktopTarget;
import io.deskmeter.agent.remote.SlotTarget;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.agent.viewer.DesktopViewer;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.run.Mode;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Target;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Creates the sessions of a client agent: on desktops of its machine, and on other machines. */
final class ClientSessionFactory implements SessionFactory, AutoCloseable {
    private final LocalDesktops machine;
    private final AgentResources resources;
    private final TargetDisplays displays;
    private final DesktopAgentSessionFactory desktopAgents;
    private final AgentlessSessions agentless;
    private final Function<Path, List<String>> desktopAgent;
    private final AllowedPrograms programs;
    private final Map<Picture, ScreenConnector> screenConnectors = new HashMap<>();

    /** In which way the desktops of this machine are displayed. */
    private record Picture(Target.Through through, OptionalInt jpegQuality) {}

    /**
     * Creates the factory of an agent.
     *
     * @param desktopAgent the command that starts a desktop agent with a file that contains its ticket
     * @param programs that profiles may start
     */
    ClientSessionFactory(
            LocalDesktops machine,
            AgentResources resources,
            DesktopAgentChannels desktopAgents,
            Function<Path, List<String>> desktopAgent,
            AllowedPrograms programs) {
        this.machine = machine;
        this.resources = resources;
        this.displays = new TargetDisplays(resources.nanoTime());
        this.desktopAgents = new DesktopAgentSessionFactory(desktopAgents);
        this.agentless = new AgentlessSessions(resources.matcherBuffers());
        this.desktopAgent = desktopAgent;
        this.programs = programs;
    }

    @Override
    public void require(RunProfile profile) throws RunRefusedException {
        if (profile.target() instanceof Target.ViewerHosts viewer) {
            Optional<AllowedPrograms.Refusal> refusal = programs.refusal(viewer.command());
            if (refusal.isPresent()) {
                throw new RunRefusedException(refusal.get().words());
            }
        }
    }

    @Override
    public SessionControl create(
            PreparedRun run,
            SessionSettings settings,
            SessionSlot slot,
            SessionContext context,
            SessionListener listener)
            throws RunRefusedException {
        Target target = run.profile().target();
        Mode mode = run.profile().mode();
        if (target instanceof Target.LocalDesktops local) {
            LocalSessionDesktops here = here(new Picture(local.through(), local.jpegQuality()));
            return mode == Mode.REMOTE
                    ? new Session(settings, context.at(here), listener)
                    : desktopAgents.control(mode, run.message(), settings, own(settings, here), context, listener);
        }
        if (slot.getHost().isEmpty()) {
            throw new RunRefusedException("slot: none (expected: a host for session " + settings.session() + ")");
        }
        DesktopTarget desktopTarget = new SlotTarget(
                settings.session(), target, slot, machine, displays, resources.matcherBuffers(), settings.timeouts());
        if (target.agentless().isPresent()) {
            return agentless.create(target.agentless().get(), settings, desktopTarget, context, listener);
        }
        return desktopAgents.control(mode, run.message(), settings, desktopTarget, context, listener);
    }

    private DesktopTarget own(SessionSettings settings, LocalSessionDesktops here) {
        return new LocalDesktopTarget(
                settings.session(), settings.width(), settings.height(), here.desktops(), here.screens(), desktopAgent);
    }

    private LocalSessionDesktops here(Picture picture) throws RunRefusedException {
        try {
            return new LocalSessionDesktops(
                    picture.through() == Target.Through.XFREERDP ? machine.onPorts() : machine,
                    screenConnector(picture),
                    resources.platform().name(),
                    resources.disk(),
                    resources.nanoTime());
        } catch (DesktopException e) {
            throw new RunRefusedException(String.valueOf(e.getMessage()));
        }
    }

    private synchronized ScreenConnector screenConnector(Picture picture) throws DesktopException {
        ScreenConnector known = screenConnectors.get(picture);
        if (known == null) {
            known = picture.through() == Target.Through.RFB
                    ? ScreenConnector.openRfb(resources.nanoTime(), TargetDisplays.rfbSettings(picture.jpegQuality()))
                    : ScreenConnector.open(
                            DesktopViewer.valueOf(picture.through().name()), resources.nanoTime(), resources.viewers());
            screenConnectors.put(picture, known);
        }
        return known;
    }

    @Override
    public synchronized void close() {
        displays.close();
        screenConnectors.values().forEach(ScreenConnector::close);
        screenConnectors.clear();
    }
}
