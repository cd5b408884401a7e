package io.deskmeter.agent.remote;

import io.deskmeter.agent.desktop.ClientSessionFolder;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.pairing.HostNames;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.agent.rdp.LogonGoal;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A session on another machine, or one that is reached over the network: a host of the target and the user who logs on
 * there.
 */
public final class SlotTarget implements DesktopTarget {
    private static final int VNC_PORT = 5900;
    private static final int VNC_DISPLAYS = 100;

    private final int session;
    private final Target target;
    private final SessionSlot slot;
    private final LocalDesktops machine;
    private final TargetDisplays displays;
    private final MatcherBuffers matcherBuffers;
    private final Timeouts timeouts;
    private volatile @Nullable ClientSessionFolder clientFolder;
    private volatile List<String> hosts = List.of();

    public SlotTarget(
            int session,
            Target target,
            SessionSlot slot,
            LocalDesktops machine,
            TargetDisplays displays,
            MatcherBuffers matcherBuffers,
            Timeouts timeouts) {
        this.session = session;
        this.target = target;
        this.slot = slot;
        this.machine = machine;
        this.displays = displays;
        this.matcherBuffers = matcherBuffers;
        this.timeouts = timeouts;
    }

    @Override
    public void begin() throws DesktopException {
        hosts = HostNames.of(slot.getHost());
        clientFolder = machine.clientSessionFolder(session);
    }

    @Override
    public boolean beginsWithDisplay() {
        return true;
    }

    @Override
    public CompletableFuture<Screen> display(FrameListener listener, Executor executor) {
        ClientSessionFolder mine = Objects.requireNonNull(clientFolder, "begun");
        return displays.open(target, slot, mine, timeouts.logon(), listener, executor);
    }

    @Override
    public SoundSource listen(SoundFormat format, SoundListener listener, Executor executor) throws SoundException {
        ClientSessionFolder mine = Objects.requireNonNull(clientFolder, "begun");
        if (!(target instanceof Target.VncDesktops vnc)) {
            return mine.listen(format, listener, executor);
        }
        OptionalInt port = vnc.soundPort(new Hosts.Host(slot.getHost(), slot.getPort()));
        return port.isPresent()
                ? mine.listenAt(port.getAsInt(), format, listener, executor)
                : DesktopTarget.super.listen(format, listener, executor);
    }

    @Override
    public Optional<LogonMonitor> logon(long firedAt) {
        return target instanceof Target.VncDesktops
                ? Optional.empty()
                : Optional.of(new LogonMonitor(
                        new LogonGoal.Quiet(timeouts.quiet()), timeouts.logon(), firedAt, matcherBuffers));
    }

    @Override
    public boolean provesLogon() {
        return target.provesLogons();
    }

    /** The account of a VNC server opens its display, and may differ from the user of the desktop. */
    @Override
    public DesktopAgentRequest wanted() {
        DesktopAgentRequest.Builder wanted =
                DesktopAgentRequest.newBuilder().addAllHosts(hosts).setReadsPairingCode(true);
        if (target instanceof Target.VncDesktops) {
            return wanted.setLocationSession(displayOf(slot.getPort()))
                    .setKeepsSession(true)
                    .build();
        }
        return wanted.setUser(slot.getUser())
                .setDomain(slot.getDomain())
                .setKeepsSession(slot.getUser().isEmpty())
                .build();
    }

    /** The display of a conventional VNC port; empty for other ports. */
    private static String displayOf(int port) {
        boolean usual = port >= VNC_PORT && port < VNC_PORT + VNC_DISPLAYS;
        return usual ? ":" + (port - VNC_PORT) : "";
    }

    @Override
    public Optional<PairingCodeReader> pairingCodes() {
        return Optional.of(new PairingCodeReader(matcherBuffers));
    }

    @Override
    public void end() {
        ClientSessionFolder mine = clientFolder;
        if (mine != null) {
            mine.close();
        }
    }
}
