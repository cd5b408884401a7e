package io.deskmeter.controller.web.event;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.fleet.AgentView;
import io.deskmeter.controller.installation.Installations;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.store.retention.Retention;
import io.deskmeter.controller.web.machine.AgentsController;
import io.deskmeter.controller.web.machine.InstallationsController;
import io.deskmeter.controller.web.run.RunSummary;
import io.deskmeter.controller.web.run.RunsController;
import io.deskmeter.controller.web.stream.EventSubscriber;
import io.deskmeter.controller.web.stream.Heartbeats;
import io.deskmeter.controller.web.stream.StreamPlaces;
import io.deskmeter.controller.web.stream.StreamThreads;
import jakarta.annotation.PreDestroy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * The event streams of the lists of runs, agents and installations. While there are subscribers, the lists are compared
 * twice a second and sent if they have changed. The store is queried only after a run has changed its state, or a setup
 * has reported; and for installations every ten seconds, because they become silent, and other controllers of the store
 * hear of some.
 */
@Component
final class ListEventStreams {
    private static final Logger LOG = LoggerFactory.getLogger(ListEventStreams.class);
    private static final long NO_TIMEOUT = 0;
    private static final long LOOK_MILLIS = 500;
    private static final int LOOKS_BETWEEN_READS = 20;

    private final Set<EventSubscriber> readers = ConcurrentHashMap.newKeySet();
    private final Map<String, String> states = new ConcurrentHashMap<>();
    private final AtomicBoolean runsChanged = new AtomicBoolean(true);
    private final AgentsController agents;
    private final RunsController runs;
    private final InstallationsController installations;
    private final Installations reports;
    private final StreamThreads senders;
    private final StreamPlaces places;
    private final InternalFaults faults;
    private final ScheduledExecutorService looker;

    private @Nullable List<RunSummary> lastRuns;
    private @Nullable List<AgentView> lastAgents;
    private InstallationsController.@Nullable InstallationList lastInstallations;
    private long reportsSeen = -1;
    private int looksSince;

    ListEventStreams(
            AgentsController agents,
            RunsController controller,
            InstallationsController installations,
            Installations reports,
            ActiveRuns runs,
            Retention retention,
            StreamThreads senders,
            StreamPlaces places,
            Heartbeats heartbeats,
            InternalFaults faults) {
        this.agents = agents;
        this.runs = controller;
        this.installations = installations;
        this.reports = reports;
        this.senders = senders;
        this.places = places;
        this.faults = faults;
        this.looker = ControllerThreads.timers("lists", faults);
        heartbeats.of(() -> readers);
        runs.listen(this::heard);
        retention.listen(() -> runsChanged.set(true));
        Future<?> unused = looker.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    SseEmitter subscribe(Caller caller) {
        SseEmitter emitter = new SseEmitter(NO_TIMEOUT);
        StreamPlaces.Place place = places.take(caller);
        EventSubscriber reader = new EventSubscriber(
                emitter, senders, faults, place, () -> readers.removeIf(one -> one.emitter() == emitter));
        readers.add(reader);
        try {
            reader.offerFirst("runs", runs.latest(), false);
            reader.offerFirst("agents", agents.list(), false);
            reader.offerFirst("installations", installations.list(), false);
        } catch (RuntimeException | Error e) {
            readers.remove(reader);
            place.leave();
            throw e;
        }
        return emitter;
    }

    private void heard(RunSnapshot snapshot) {
        String state = snapshot.state() + snapshot.reasons();
        if (!state.equals(states.put(snapshot.id(), state))) {
            runsChanged.set(true);
        }
        if (snapshot.ended()) {
            states.remove(snapshot.id());
        }
    }

    /** A list that could not be sent is sent the next time. */
    private void look() {
        if (readers.isEmpty()) {
            return;
        }
        try {
            if (runsChanged.getAndSet(false)) {
                List<RunSummary> now = runs.latest();
                if (!now.equals(lastRuns)) {
                    lastRuns = now;
                    readers.forEach(reader -> reader.offer("runs", now));
                }
            }
            List<AgentView> now = agents.list();
            if (!now.equals(lastAgents)) {
                lastAgents = now;
                readers.forEach(reader -> reader.offer("agents", now));
            }
            lookAtInstallations();
        } catch (RuntimeException e) {
            LOG.warn("the lists of runs, agents and installations could not be sent: {}", e.toString());
            again();
        } catch (Error e) {
            faults.report("the lists of runs, agents and installations", e);
            again();
        }
    }

    private void again() {
        runsChanged.set(true);
        reportsSeen = -1;
    }

    private void lookAtInstallations() {
        long told = reports.changes();
        looksSince++;
        if (told == reportsSeen && looksSince < LOOKS_BETWEEN_READS) {
            return;
        }
        reportsSeen = told;
        looksSince = 0;
        InstallationsController.InstallationList now = installations.list();
        if (!now.equals(lastInstallations)) {
            lastInstallations = now;
            readers.forEach(reader -> reader.offer("installations", now));
        }
    }

    @PreDestroy
    void close() {
        looker.shutdownNow();
        readers.forEach(reader -> reader.emitter().complete());
    }
}
