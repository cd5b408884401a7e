package io.deskmeter.link;

import io.deskmeter.link.channel.SettingChecks;
import io.deskmeter.link.client.LinkClientSettings;
import java.time.Duration;
import java.util.Optional;

/** Settings with short waits for tests. */
final class Fast {
    private Fast() {}

    static LinkClientSettings client(int port) {
        return new LinkClientSettings(
                "127.0.0.1",
                port,
                Duration.ofMillis(5),
                Duration.ofMillis(40),
                SettingChecks.DEFAULT_MAX_FRAME_BYTES,
                Optional.empty());
    }
}
