package io.deskmeter.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The way of machines without a way out to Debian's mirror, for apt-get: a proxy for HTTP, which reads only. */
final class MirrorProxy implements AutoCloseable {
    private static final int NOT_ALLOWED = 405;
    private static final int NOT_MODIFIED = 304;
    private static final long EMPTY = -1;
    private static final long IN_CHUNKS = -1;
    private static final List<String> ASKED = List.of("If-Modified-Since", "Range", "If-Range", "Accept");
    private static final List<String> ANSWERED =
            List.of("Content-Type", "Content-Range", "Last-Modified", "ETag", "Location", "Date");

    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    private MirrorProxy(HttpServer server) {
        this.server = server;
    }

    /** @param address of this machine, where it listens */
    static MirrorProxy start(String address) throws IOException {
        MirrorProxy proxy = new MirrorProxy(HttpServer.create(new InetSocketAddress(address, 0), 0));
        proxy.server.setExecutor(proxy.threads);
        proxy.server.createContext("/", proxy::answer);
        proxy.server.start();
        return proxy;
    }

    /** For the settings of a program. */
    String url() {
        InetSocketAddress address = server.getAddress();
        return "http://" + address.getHostString() + ":" + address.getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI asked = exchange.getRequestURI();
            if (!"GET".equals(exchange.getRequestMethod()) || !"http".equals(asked.getScheme())) {
                exchange.sendResponseHeaders(NOT_ALLOWED, EMPTY);
                return;
            }
            HttpRequest.Builder request = HttpRequest.newBuilder(asked);
            for (String name : ASKED) {
                exchange.getRequestHeaders()
                        .getOrDefault(name, List.of())
                        .forEach(value -> request.header(name, value));
            }
            pass(exchange, client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the proxy ends");
        }
    }

    private static void pass(HttpExchange exchange, HttpResponse<InputStream> response) throws IOException {
        try (InputStream body = response.body()) {
            for (String name : ANSWERED) {
                response.headers()
                        .allValues(name)
                        .forEach(value -> exchange.getResponseHeaders().add(name, value));
            }
            long length = response.headers().firstValueAsLong("Content-Length").orElse(IN_CHUNKS);
            boolean isEmpty = response.statusCode() == NOT_MODIFIED || length == 0;
            exchange.sendResponseHeaders(response.statusCode(), isEmpty ? EMPTY : Math.max(0, length));
            try (OutputStream out = exchange.getResponseBody()) {
                body.transferTo(out);
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        server.stop(0);
        threads.shutdownNow();
        threads.awaitTermination(1, TimeUnit.MINUTES);
    }
}
