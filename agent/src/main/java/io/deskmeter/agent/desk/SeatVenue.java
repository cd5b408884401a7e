package io.deskmeter.agent.desk;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.desktop.Lodging;
import io.deskmeter.agent.pairing.HostNames;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.agent.rdp.Goal;
import io.deskmeter.agent.rdp.LogonWatch;
import io.deskmeter.agent.session.Patience;
import io.deskmeter.link.v1.DeskWanted;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.vision.Workbench;
import io.deskmeter.workload.Target;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A session on another machine, or at least reached as one: a host of the target, and a user who logs on there. */
public final class SeatVenue implements Venue {
    private static final int VNC_PORT = 5900;
    private static final int VNC_DISPLAYS = 100;

    private final int session;
    private final Target target;
    private final Seat seat;
    private final LocalDesktops machine;
    private final Displays displays;
    private final Workbench workbench;
    private final Patience patience;
    private volatile @Nullable Lodging lodging;
    private volatile List<String> hosts = List.of();

    public SeatVenue(
            int session,
            Target target,
            Seat seat,
            LocalDesktops machine,
            Displays displays,
            Workbench workbench,
            Patience patience) {
        this.session = session;
        this.target = target;
        this.seat = seat;
        this.machine = machine;
        this.displays = displays;
        this.workbench = workbench;
        this.patience = patience;
    }

    @Override
    public void begin() throws DesktopException {
        hosts = HostNames.of(seat.getHost());
        lodging = machine.lodge(session);
    }

    @Override
    public boolean beginsWithDisplay() {
        return true;
    }

    @Override
    public CompletableFuture<Screen> display(FrameListener listener, Executor executor) {
        Lodging mine = Objects.requireNonNull(lodging, "begun");
        return displays.open(target, seat, mine, patience.logon(), listener, executor);
    }

    @Override
    public Optional<LogonWatch> logon(long firedAt) {
        return target instanceof Target.VncDesktops
                ? Optional.empty()
                : Optional.of(new LogonWatch(new Goal.Quiet(patience.quiet()), patience.logon(), firedAt, workbench));
    }

    /** The account of a VNC server opens its display, and need not be the user whose desktop that is. */
    @Override
    public DeskWanted wanted() {
        DeskWanted.Builder wanted = DeskWanted.newBuilder().addAllHosts(hosts).setReadsPairingCode(true);
        if (target instanceof Target.VncDesktops) {
            return wanted.setPlaceSession(displayOf(seat.getPort()))
                    .setKeepsSession(true)
                    .build();
        }
        return wanted.setUser(seat.getUser())
                .setDomain(seat.getDomain())
                .setKeepsSession(seat.getUser().isEmpty())
                .build();
    }

    /** By the custom of VNC servers; empty for a port of another kind. */
    private static String displayOf(int port) {
        boolean usual = port >= VNC_PORT && port < VNC_PORT + VNC_DISPLAYS;
        return usual ? ":" + (port - VNC_PORT) : "";
    }

    @Override
    public Optional<PairingCodeReader> pairingCodes() {
        return Optional.of(new PairingCodeReader(workbench));
    }

    @Override
    public void end() {
        Lodging mine = lodging;
        if (mine != null) {
            mine.close();
        }
    }
}
