package io.deskmeter.agent.desk;

import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.Surroundings;
import io.deskmeter.agent.session.Worker;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.workload.Mode;

/** Makes workers for sessions with a desktop agent in them. */
public final class DeskWorkers {
    private final Desks desks;

    public DeskWorkers(Desks desks) {
        this.desks = desks;
    }

    /** One session, driven from here or there, as the mode says. */
    public Worker worker(
            Mode mode,
            PrepareRun run,
            SessionSettings settings,
            Venue venue,
            Surroundings around,
            SessionListener listener) {
        Desk desk = desks.open(run.getRunId(), settings.session());
        DeskSession there = new DeskSession(venue, desk, run, around.timers());
        if (mode != Mode.REMOTE) {
            return new Errand(settings, around, listener, there, mode == Mode.PASSIVE);
        }
        return new Session(
                settings,
                around.at((session, width, height) -> {
                    venue.begin();
                    return new DeskWorkplace(there, settings.patience(), around.nanoTime());
                }),
                listener);
    }
}
