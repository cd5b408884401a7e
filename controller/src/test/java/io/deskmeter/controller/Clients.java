package io.deskmeter.controller;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.testsupport.TokenHttpClient;
import java.net.http.HttpClient;
import java.util.function.Supplier;

/** HTTP clients with a controller's secret. */
public final class Clients {
    private Clients() {}

    /** For a controller that may be started later. */
    public static HttpClient of(Supplier<ControllerServer> controller) {
        return new TokenHttpClient(() ->
                TokenSource.of(controller.get().tokenFile(TokenRole.ADMIN)).get());
    }
}
