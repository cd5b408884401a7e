package io.deskmeter.testsupport;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** The JDK's HTTP client, which sends a controller's secret with every request. Thread-safe. */
public final class TokenHttpClient extends HttpClient {
    private final HttpClient plain;
    private final Supplier<String> token;

    /** @param token read for each request */
    public TokenHttpClient(Supplier<String> token) {
        this.plain = HttpClient.newHttpClient();
        this.token = token;
    }

    private HttpRequest shown(HttpRequest request) {
        return HttpRequest.newBuilder(request, (name, value) -> true)
                .setHeader("Authorization", "Bearer " + token.get())
                .build();
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return plain.send(shown(request), handler);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        return plain.sendAsync(shown(request), handler);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, HttpResponse.BodyHandler<T> handler, HttpResponse.PushPromiseHandler<T> pushes) {
        return plain.sendAsync(shown(request), handler, pushes);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return plain.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return plain.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return plain.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return plain.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return plain.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return plain.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return plain.authenticator();
    }

    @Override
    public Version version() {
        return plain.version();
    }

    @Override
    public Optional<Executor> executor() {
        return plain.executor();
    }
}
