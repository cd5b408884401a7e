package io.deskmeter.controller;

import io.deskmeter.controller.access.request.Listeners;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.catalina.Service;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;

/**
 * A second port of a controller, which it takes for one with HTTPS: what is tested is what follows from the port, not
 * TLS.
 */
public final class HttpsPort {
    private HttpsPort() {}

    /** Opens one, named {@code controller.test} and {@code 127.0.0.1}. */
    public static URI open(ControllerServer server) {
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        service(server).addConnector(connector);
        server.part(Listeners.class).https(connector.getLocalPort(), List.of("controller.test", "127.0.0.1"));
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    private static Service service(ControllerServer server) {
        TomcatWebServer web = (TomcatWebServer) Objects.requireNonNull(
                ((WebServerApplicationContext) server.part(ApplicationContext.class)).getWebServer());
        return web.getTomcat().getService();
    }

    /** The number of requests that have arrived and wait for their answer without a thread, at all ports. */
    public static int waitingRequests(ControllerServer server) {
        return Arrays.stream(service(server).findConnectors())
                .map(connector -> (AbstractProtocol<?>) connector.getProtocolHandler())
                .mapToInt(AbstractProtocol::getWaitingProcessorCount)
                .sum();
    }

    /** A part of a controller. */
    public static <T> T part(ControllerServer server, Class<T> type) {
        return server.part(type);
    }
}
