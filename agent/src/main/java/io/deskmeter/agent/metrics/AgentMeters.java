package io.deskmeter.agent.metrics;

import io.deskmeter.agent.client.AgentStatistics;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.watch.probe.ProbeCounts;
import io.deskmeter.link.channel.LinkCounts;
import io.deskmeter.link.relay.RelayCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The meters of {@link AgentMeter}, read on request. */
public final class AgentMeters implements MeterBinder {
    private static final Map<String, ToLongFunction<LinkCounts>> EVENTS = new TreeMap<>(Map.of(
            "connected", LinkCounts::connected,
            "refused", LinkCounts::refused,
            "lost", LinkCounts::lost,
            "broken", LinkCounts::broken,
            "slow", LinkCounts::slow,
            "unknown", LinkCounts::unknown,
            "failed", LinkCounts::failed));

    private static final Map<String, ToLongFunction<ProbeCounts>> PROBES = new TreeMap<>(Map.of(
            "unchanged", ProbeCounts::unchanged,
            "inconclusive", ProbeCounts::inconclusive,
            "unanswered", ProbeCounts::unanswered));

    private static final Map<String, ToLongFunction<RelayCounts>> RELAYED = new TreeMap<>(Map.of(
            "repeated", RelayCounts::repeated, "ignored", RelayCounts::ignored, "dropped", RelayCounts::dropped));

    private final Supplier<AgentStatistics> figures;

    public AgentMeters(Supplier<AgentStatistics> figures) {
        this.figures = figures;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        EVENTS.forEach((event, count) ->
                count(registry, AgentMeter.LINK_EVENTS, "event", event, f -> count.applyAsLong(f.link())));
        count(registry, AgentMeter.TIMINGS, "outcome", "kept", AgentStatistics::timingsKept);
        count(registry, AgentMeter.TIMINGS, "outcome", "refused", AgentStatistics::timingsRefused);
        RELAYED.forEach((what, count) ->
                count(registry, AgentMeter.RELAY_MESSAGES, "what", what, f -> count.applyAsLong(f.relay())));
        count(
                registry,
                AgentMeter.VISION_LOOKS,
                "kind",
                "unchanged",
                f -> f.looks().unchanged());
        count(
                registry,
                AgentMeter.VISION_LOOKS,
                "kind",
                "window",
                f -> f.looks().windows());
        count(registry, AgentMeter.VISION_LOOKS, "kind", "frame", f -> f.looks().frames());
        PROBES.forEach((answer, count) ->
                count(registry, AgentMeter.PROBES, "answer", answer, f -> count.applyAsLong(f.probes())));
        gauge(AgentMeter.SPOOL_SIZE, AgentStatistics::spoolBytes)
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
        gauge(AgentMeter.SPOOL_BATCHES, AgentStatistics::spoolBatches).register(registry);
        gauge(AgentMeter.SPOOL_OTHER, AgentStatistics::spoolOtherBatches).register(registry);
        FunctionCounter.builder(
                        AgentMeter.SPOOL_DAMAGED.id(), figures, now -> now.get().spoolDamaged())
                .description(AgentMeter.SPOOL_DAMAGED.description())
                .register(registry);
        for (SessionUpdate.Phase phase : SessionUpdate.Phase.values()) {
            gauge(AgentMeter.SESSIONS, f -> f.sessions().getOrDefault(phase, 0))
                    .tag("state", phase.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }

    private void count(
            MeterRegistry registry,
            AgentMeter meter,
            String tag,
            String value,
            ToDoubleFunction<AgentStatistics> count) {
        FunctionCounter.builder(meter.id(), figures, now -> count.applyAsDouble(now.get()))
                .description(meter.description())
                .tag(tag, value)
                .register(registry);
    }

    private Gauge.Builder<Supplier<AgentStatistics>> gauge(AgentMeter meter, ToDoubleFunction<AgentStatistics> value) {
        return Gauge.builder(meter.id(), figures, now -> value.applyAsDouble(now.get()))
                .description(meter.description());
    }
}
