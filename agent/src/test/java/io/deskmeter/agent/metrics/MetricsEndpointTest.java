package io.deskmeter.agent.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.agent.client.AgentStatistics;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.watch.probe.ProbeCounts;
import io.deskmeter.link.channel.LinkCounts;
import io.deskmeter.link.relay.RelayCounts;
import io.deskmeter.testsupport.docs.GeneratedSection;
import io.deskmeter.vision.LookCounts;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsEndpointTest {
    private static final AgentStatistics FIGURES = new AgentStatistics(
            new LinkCounts(3, 1, 2, 0, 0, 0, 0, 0, 0, 0),
            1_200,
            7,
            new RelayCounts(6, 5, 0),
            65_536,
            4,
            3,
            1,
            Map.of(Phase.WORKING, 5),
            new LookCounts(90, 8, 2),
            new ProbeCounts(40, 3, 1));

    private static HttpResponse<String> ask(URI address, String method) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(address)
                                .method(method, BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
    }

    /** Reproducer: the registry holds its sources weakly, so all gauges were NaN as soon as memory was collected. */
    @Test
    void stillServesThemAfterMemoryWasCollected() throws Exception {
        AtomicReference<AgentStatistics> agent = new AtomicReference<>(FIGURES);
        try (MetricsEndpoint endpoint = MetricsEndpoint.start(0, new AgentMeters(agent::get))) {
            WeakReference<Object> collected = new WeakReference<>(new Object());
            await().until(() -> {
                System.gc();
                return collected.get() == null;
            });
            assertThat(ask(endpoint.address(), "GET").body())
                    .contains("deskmeter_agent_spool_batches 4.0\n", "deskmeter_agent_spool_other_batches 3.0\n")
                    .doesNotContain("deskmeter_agent_spool_size_bytes NaN");
        }
    }

    @Test
    void servesAllMeters() throws Exception {
        try (MetricsEndpoint endpoint = MetricsEndpoint.start(0, new AgentMeters(() -> FIGURES))) {
            assertThat(endpoint.address().toString()).matches("http://127\\.0\\.0\\.1:\\d+/metrics");
            HttpResponse<String> answer = ask(endpoint.address(), "GET");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
            assertThat(answer.body())
                    .contains(
                            "deskmeter_agent_link_events_total{event=\"connected\"} 3.0\n",
                            "deskmeter_agent_relay_messages_total{what=\"repeated\"} 6.0\n",
                            "deskmeter_agent_link_events_total{event=\"lost\"} 2.0\n",
                            "deskmeter_agent_timings_total{outcome=\"kept\"} 1200.0\n",
                            "deskmeter_agent_timings_total{outcome=\"refused\"} 7.0\n",
                            "deskmeter_agent_spool_size_bytes 65536.0\n",
                            "deskmeter_agent_spool_batches 4.0\n",
                            "deskmeter_agent_spool_damaged_total 1.0\n",
                            "deskmeter_agent_sessions{state=\"working\"} 5.0\n",
                            "deskmeter_agent_sessions{state=\"lost\"} 0.0\n",
                            "deskmeter_agent_vision_looks_total{kind=\"unchanged\"} 90.0\n",
                            "deskmeter_agent_probes_total{answer=\"unchanged\"} 40.0\n",
                            "deskmeter_agent_probes_total{answer=\"inconclusive\"} 3.0\n",
                            "deskmeter_agent_probes_total{answer=\"unanswered\"} 1.0\n",
                            "jvm_memory_used_bytes{");
        }
    }

    @Test
    void servesNothingElse() throws Exception {
        try (MetricsEndpoint endpoint = MetricsEndpoint.start(0, new AgentMeters(() -> FIGURES))) {
            assertThat(ask(endpoint.address(), "POST").statusCode()).isEqualTo(405);
            assertThat(ask(endpoint.address().resolve("/metrics/x"), "GET").statusCode())
                    .isEqualTo(404);
            assertThat(ask(endpoint.address().resolve("/"), "GET").statusCode()).isEqualTo(404);
            assertThatThrownBy(
                            () -> MetricsEndpoint.start(endpoint.address().getPort(), new AgentMeters(() -> FIGURES)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(
                            "--metrics-port: " + endpoint.address().getPort() + " cannot be listened on");
        }
    }

    @Test
    void theListIsComplete() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new AgentMeters(() -> FIGURES).bindTo(registry);
        Set<String> made = registry.getMeters().stream()
                .map(meter -> meter.getId().getName())
                .collect(Collectors.toSet());
        assertThat(made)
                .isEqualTo(
                        Arrays.stream(AgentMeter.values()).map(AgentMeter::id).collect(Collectors.toSet()));
    }

    /** Run with {@code -Dupdate.docs=true} to update the section. */
    @Test
    void thePageShowsTheList() throws IOException {
        StringBuilder table = new StringBuilder("| meter | what | labels |\n| --- | --- | --- |\n");
        PrometheusNamingConvention names = new PrometheusNamingConvention();
        for (AgentMeter meter : AgentMeter.values()) {
            String unit = meter == AgentMeter.SPOOL_SIZE ? "bytes" : null;
            Meter.Type type = meter.type();
            table.append("| `")
                    .append(names.name(meter.id(), type, unit))
                    .append(type == Meter.Type.COUNTER ? "_total" : "")
                    .append("` | ")
                    .append(meter.description())
                    .append(" | ")
                    .append(meter.label())
                    .append(" |\n");
        }
        GeneratedSection.check(Path.of("..", "docs", "reference", "metrics.md"), "agent", table.toString());
    }
}
