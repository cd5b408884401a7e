package io.deskmeter.agent.run;

import io.deskmeter.agent.desk.DeskWorkers;
import io.deskmeter.agent.desk.Desks;
import io.deskmeter.agent.desk.Displays;
import io.deskmeter.agent.desk.OwnVenue;
import io.deskmeter.agent.desk.SeatVenue;
import io.deskmeter.agent.desk.Venue;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.session.LocalWorkplaces;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.Surroundings;
import io.deskmeter.agent.session.Worker;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.agent.viewer.Eyes;
import io.deskmeter.agent.viewer.Through;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.workload.Mode;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Target;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The workers of a client agent: for desktops of its own machine, and for sessions elsewhere. */
final class Hiring implements Workers, AutoCloseable {
    private final LocalDesktops machine;
    private final Machinery machinery;
    private final Displays displays;
    private final DeskWorkers desks;
    private final Function<String, List<String>> desktopAgent;
    private final AllowedPrograms programs;
    private final Map<Target.Through, Eyes> eyes = new EnumMap<>(Target.Through.class);

    /**
     * For one agent.
     *
     * @param desktopAgent the command that starts a desktop agent with a ticket
     * @param programs that profiles may name
     */
    Hiring(
            LocalDesktops machine,
            Machinery machinery,
            Desks desks,
            Function<String, List<String>> desktopAgent,
            AllowedPrograms programs) {
        this.machine = machine;
        this.machinery = machinery;
        this.displays = new Displays(machinery.nanoTime());
        this.desks = new DeskWorkers(desks);
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
    public Worker hire(
            Preparing run, SessionSettings settings, Seat seat, Surroundings around, SessionListener listener)
            throws RunRefusedException {
        Target target = run.profile().target();
        Mode mode = run.profile().mode();
        if (target instanceof Target.LocalDesktops local) {
            LocalWorkplaces here = here(local.through());
            return mode == Mode.REMOTE
                    ? new Session(settings, around.at(here), listener)
                    : desks.worker(mode, run.message(), settings, own(settings, here), around, listener);
        }
        if (seat.getHost().isEmpty()) {
            throw new RunRefusedException("seat: none (expected: a host for session " + settings.session() + ")");
        }
        Venue venue = new SeatVenue(
                settings.session(), target, seat, machine, displays, machinery.workbench(), settings.patience());
        return desks.worker(mode, run.message(), settings, venue, around, listener);
    }

    private Venue own(SessionSettings settings, LocalWorkplaces here) {
        return new OwnVenue(
                settings.session(), settings.width(), settings.height(), here.desktops(), here.screens(), desktopAgent);
    }

    private LocalWorkplaces here(Target.Through through) throws RunRefusedException {
        try {
            return new LocalWorkplaces(
                    through == Target.Through.XFREERDP ? machine.onPorts() : machine,
                    eyes(through),
                    Agent.platform(),
                    machinery.blocking(),
                    machinery.nanoTime());
        } catch (DesktopException e) {
            throw new RunRefusedException(String.valueOf(e.getMessage()));
        }
    }

    private synchronized Eyes eyes(Target.Through through) throws DesktopException {
        Eyes known = eyes.get(through);
        if (known == null) {
            known = Eyes.open(Through.valueOf(through.name()), machinery.nanoTime(), machinery.blocking());
            eyes.put(through, known);
        }
        return known;
    }

    @Override
    public synchronized void close() {
        displays.close();
        eyes.values().forEach(Eyes::close);
        eyes.clear();
    }
}
