package io.deskmeter.controller.metrics;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.pairing.DesktopAgentBroker;
import io.deskmeter.controller.pairing.RelayedMessages;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.machine.RunStateMachine;
import io.deskmeter.controller.run.view.SessionView;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.link.channel.LinkCounts;
import io.deskmeter.link.server.LinkServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Meters of existing state, read on request. */
@Component
final class StateMeters implements MeterBinder {
    private static final Map<String, ToLongFunction<LinkCounts>> EVENTS = new TreeMap<>(Map.of(
            "connected", LinkCounts::connected,
            "refused", LinkCounts::refused,
            "lost", LinkCounts::lost,
            "broken", LinkCounts::broken,
            "slow", LinkCounts::slow,
            "unknown", LinkCounts::unknown,
            "failed", LinkCounts::failed,
            "unauthenticated", LinkCounts::turnedAway,
            "unidentified", LinkCounts::unidentified,
            "late", LinkCounts::late));

    private static final Map<String, ToLongFunction<RelayedMessages>> RELAYED = new TreeMap<>(Map.of(
            "passed", RelayedMessages::passed,
            "waiting", RelayedMessages::waiting,
            "refused", RelayedMessages::refused));

    private final Fleet fleet;
    private final DesktopAgentBroker broker;
    private final ActiveRuns runs;
    private final DataDirectory data;
    private final InternalFaults faults;
    private final ObjectProvider<LinkServer> link;

    /** @param link is there once agents may dial */
    StateMeters(
            Fleet fleet,
            DesktopAgentBroker broker,
            ActiveRuns runs,
            DataDirectory data,
            InternalFaults faults,
            ObjectProvider<LinkServer> link) {
        this.fleet = fleet;
        this.broker = broker;
        this.runs = runs;
        this.data = data;
        this.faults = faults;
        this.link = link;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        EVENTS.forEach((event, count) -> Meters.count(
                        ControllerMeter.LINK_EVENTS, link, provider -> happened(provider, count), "event", event)
                .register(registry));
        RELAYED.forEach((outcome, count) -> Meters.count(
                        ControllerMeter.RELAY_MESSAGES,
                        broker,
                        relay -> count.applyAsLong(relay.relayed()),
                        "outcome",
                        outcome)
                .register(registry));
        Meters.gauge(ControllerMeter.AGENTS, fleet, all -> agents(all, false), "role", "client")
                .register(registry);
        Meters.gauge(ControllerMeter.AGENTS, fleet, all -> agents(all, true), "role", "desktop")
                .register(registry);
        Meters.gauge(ControllerMeter.RUNS, runs, all -> all.all().size()).register(registry);
        // Of runs that have not ended, in which each session is in a phase that its agent has told.
        for (SessionPhase phase : EnumSet.complementOf(EnumSet.of(SessionPhase.UNKNOWN))) {
            Meters.gauge(ControllerMeter.SESSIONS, runs, all -> sessions(all, phase.label()), "state", phase.label())
                    .register(registry);
        }
        Meters.count(ControllerMeter.FAULTS, faults, InternalFaults::count).register(registry);
        Meters.gauge(
                        ControllerMeter.STORE_SIZE,
                        data,
                        folder -> folder.store().toFile().length())
                .register(registry);
        Meters.gauge(
                        ControllerMeter.DISK_FREE,
                        data,
                        folder -> folder.root().toFile().getUsableSpace())
                .register(registry);
    }

    private static double happened(ObjectProvider<LinkServer> provider, ToLongFunction<LinkCounts> count) {
        LinkServer server = provider.getIfAvailable();
        return server == null ? 0 : count.applyAsLong(server.counts());
    }

    private static double agents(Fleet fleet, boolean desktop) {
        return fleet.present().stream()
                .filter(agent -> agent.isDesktop() == desktop)
                .count();
    }

    private static double sessions(ActiveRuns runs, String state) {
        return runs.all().stream()
                .map(RunStateMachine::snapshot)
                .flatMap(snapshot -> snapshot.sessions().stream())
                .map(SessionView::state)
                .filter(state::equals)
                .count();
    }
}
