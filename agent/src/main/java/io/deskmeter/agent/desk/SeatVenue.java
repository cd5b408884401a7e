package io.deskmeter.agent.desk;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.desktop.Lodging;
import io.deskmeter.agent.rdp.Goal;
import io.deskmeter.agent.rdp.LogonWatch;
import io.deskmeter.agent.session.Patience;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.vision.Workbench;
import io.deskmeter.workload.Account;
import io.deskmeter.workload.Target;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A session on another machine, or at least reached as one: a host of the target, and a user who logs on there. */
public final class SeatVenue implements Venue {
    private final int session;
    private final Target target;
    private final Seat seat;
    private final LocalDesktops machine;
    private final Displays displays;
    private final Workbench workbench;
    private final Patience patience;
    private volatile @Nullable Lodging lodging;

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
        lodging = machine.lodge(session);
    }

    /** Not so with VNC: the desktop is there already. */
    @Override
    public boolean beginsWithDisplay() {
        return !(target instanceof Target.VncDesktops);
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

    @Override
    public Account account() {
        return new Account(seat.getUser(), "", seat.getDomain());
    }

    @Override
    public String ticket() {
        return "";
    }

    @Override
    public void end() {
        Lodging mine = lodging;
        if (mine != null) {
            mine.close();
        }
    }
}
