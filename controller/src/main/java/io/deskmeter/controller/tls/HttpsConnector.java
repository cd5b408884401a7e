package io.deskmeter.controller.tls;

import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import jakarta.servlet.ServletRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Compression;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** HTTPS for other machines: a second connector of the web server, with threads of its own. */
public final class HttpsConnector implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, AutoCloseable {
    /** Those that have logged in, each with several streams, and the places of the others. */
    private static final int CONNECTIONS = 4_096;

    private static final int HEADER_BYTES = 16 << 10;
    private static final int HEADERS = 60;
    private static final int SECOND_MILLIS = 1_000;
    private static final int SLOW_PEERS_MILLIS = 100;

    private final String address;
    private final int port;
    private final Supplier<List<String>> names;
    private final Listeners listeners;
    private List<String> told = List.of();
    private final ExecutorService threads;
    private final LimitedEndpoint endpoint;
    private final Connector connector;
    private final ScheduledExecutorService timer;

    /**
     * Prepares it; the web server starts it.
     *
     * @param port 0 for any free one
     * @param given names that the user has given
     * @param machine names of this machine
     */
    public HttpsConnector(
            String address,
            int port,
            List<String> given,
            List<String> machine,
            ServedCertificates certificates,
            Listeners listeners,
            InternalFaults faults) {
        this.names = certificates.webNames(given, machine);
        this.listeners = listeners;
        this.address = address;
        this.port = port;
        this.threads = ControllerThreads.unbounded("https-requests", faults);
        this.endpoint = new LimitedEndpoint(threads);
        this.connector = connector(certificates.web(machine));
        this.timer = ControllerThreads.timers("https", faults);
        // Not earlier: the port is bound by the start. Until then the requests of this port are known by their TLS.
        connector.addLifecycleListener(event -> {
            if (event.getType().equals(Lifecycle.AFTER_START_EVENT)) {
                tellNames();
            }
        });
    }

    private Connector connector(Supplier<KeyAndChain> current) {
        Http11NioProtocol protocol = new Http11NioProtocol(endpoint);
        Connector made = new Connector(protocol);
        made.setPort(port);
        made.setProperty("address", address);
        made.setScheme("https");
        made.setSecure(true);
        protocol.setSSLEnabled(true);
        SSLHostConfig tls = new SSLHostConfig();
        tls.setProtocols("TLSv1.2+TLSv1.3");
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(tls, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setSslContext(new ServedTls(current));
        tls.addCertificate(certificate);
        made.addSslHostConfig(tls);
        return made;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        connector.addLifecycleListener(event -> {
            if (event.getType().equals(Lifecycle.BEFORE_INIT_EVENT)) {
                configure(factory);
            }
        });
        factory.addAdditionalConnectors(connector);
        var unused = timer.scheduleWithFixedDelay(this::look, SECOND_MILLIS, SECOND_MILLIS, TimeUnit.MILLISECONDS);
        var unusedToo = timer.scheduleWithFixedDelay(
                endpoint::endSlowPeers, SLOW_PEERS_MILLIS, SLOW_PEERS_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        endpoint.endOld();
        tellNames();
    }

    private synchronized void tellNames() {
        List<String> now = names.get();
        if (connector.getLocalPort() > 0 && !now.equals(told)) {
            listeners.https(connector.getLocalPort(), now);
            told = now;
        }
    }

    /** What holds for the other connector holds for this one, too; then its own limits. */
    private void configure(TomcatServletWebServerFactory factory) {
        factory.getConnectorCustomizers().forEach(customizer -> customizer.customize(connector));
        Http11NioProtocol protocol = (Http11NioProtocol) connector.getProtocolHandler();
        protocol.setMaxConnections(CONNECTIONS);
        protocol.setMaxHttpRequestHeaderSize(HEADER_BYTES);
        protocol.setMaxHeaderCount(HEADERS);
        Compression compression = factory.getCompression();
        if (compression != null && compression.getEnabled()) {
            protocol.setCompression("on");
            protocol.setCompressibleMimeType(String.join(",", compression.getMimeTypes()));
        }
    }

    /** Where people of other machines open the pages: {@code https://name:port}. */
    public URI uri() {
        String name = names.get().get(0);
        return URI.create("https://" + (name.contains(":") ? "[" + name + "]" : name) + ":" + connector.getLocalPort());
    }

    /** Whether a request came by this connector. */
    boolean accepted(ServletRequest request) {
        return request.isSecure() && request.getLocalPort() == connector.getLocalPort();
    }

    /**
     * The request of this thread has been let in.
     *
     * @return false if too many requests of who has sent it are being answered
     */
    boolean letIn(ServletRequest request, Caller caller) {
        return endpoint.letIn(peer(request), Objects.requireNonNullElse(caller.person(), caller.login()));
    }

    /** The body of the request of this thread has come, or it has none. */
    void hasBody() {
        endpoint.hasBody();
    }

    /** The answer to the request of this thread begins. */
    void answers() {
        endpoint.answers();
    }

    /** Whether somebody has logged in by the connection of a request. */
    boolean hasLoggedIn(ServletRequest request) {
        return endpoint.hasLoggedIn(peer(request));
    }

    private static InetSocketAddress peer(ServletRequest request) {
        return new InetSocketAddress(request.getRemoteAddr(), request.getRemotePort());
    }

    /** How connections ended the time without a login, so far. */
    LimitedEndpoint.Counts counts() {
        return endpoint.counts();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        threads.shutdownNow();
    }
}
