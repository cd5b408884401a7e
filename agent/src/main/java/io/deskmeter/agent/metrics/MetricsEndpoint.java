package io.deskmeter.agent.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.deskmeter.agent.concurrent.AgentThreads;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;

/** {@code http://127.0.0.1:PORT/metrics}, for Prometheus on the same machine. One thread; no other path. */
public final class MetricsEndpoint implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    /** Kept here, because the registry holds it weakly: without it all gauges would be NaN. */
    private final AgentMeters meters;

    private final ExecutorService thread;
    private final HttpServer server;

    private MetricsEndpoint(HttpServer server, AgentMeters meters) {
        this.server = server;
        this.meters = meters;
        this.thread = AgentThreads.single("metrics");
    }

    /**
     * Starts to answer.
     *
     * @param port 0 for any free one
     * @throws IOException if the port cannot be used, with a message for display
     */
    public static MetricsEndpoint start(int port, AgentMeters meters) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        HttpServer server;
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new IOException(
                    "--metrics-port: " + port + " cannot be listened on: " + e.getMessage()
                            + " (expected: a free port of this machine; hint: 0 for any)",
                    e);
        }
        MetricsEndpoint endpoint = new MetricsEndpoint(server, meters);
        endpoint.bind();
        server.createContext(PATH, endpoint::answer);
        server.setExecutor(endpoint.thread);
        server.start();
        return endpoint;
    }

    private void bind() {
        meters.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean known = exchange.getRequestURI().getPath().equals(PATH);
            boolean read = exchange.getRequestMethod().equals("GET");
            if (!known || !read) {
                exchange.sendResponseHeaders(
                        known ? HttpURLConnection.HTTP_BAD_METHOD : HttpURLConnection.HTTP_NOT_FOUND, -1);
                return;
            }
            byte[] text = registry.scrape(TEXT).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", TEXT);
            exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, text.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(text);
            }
        }
    }

    /** The address of the metrics. */
    public URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + PATH);
    }

    @Override
    public void close() {
        server.stop(0);
        thread.shutdownNow();
        collections.close();
        registry.close();
    }
}
