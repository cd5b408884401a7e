package io.deskmeter.controller;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.testkit.TokenHttpClient;
import java.net.http.HttpClient;
import java.util.function.Supplier;

/** Clients that a controller lets in. */
public final class Clients {
    private Clients() {}

    /** Of a controller that may be started later. */
    public static HttpClient of(Supplier<ControllerServer> controller) {
        return new TokenHttpClient(() ->
                TokenSource.of(controller.get().tokenFile(TokenRole.ADMIN)).get());
    }
}
