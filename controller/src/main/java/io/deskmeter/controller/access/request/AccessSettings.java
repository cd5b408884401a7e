package io.deskmeter.controller.access.request;

import java.util.List;
import java.util.Locale;

/**
 * The names by which a controller may be addressed besides those of the loopback device.
 *
 * @param hosts {@code NAME} for any port, or {@code NAME:PORT}
 */
public record AccessSettings(List<String> hosts) {
    public AccessSettings {
        hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
        for (String host : hosts) {
            if (!host.matches("([a-z0-9._-]+|\\[[0-9a-f:]+])(:[0-9]{1,5})?")) {
                throw new IllegalArgumentException(
                        "--allow-host: " + host + " (expected: NAME or NAME:PORT, as a browser's address bar has it)");
            }
        }
    }
}
