package io.deskmeter.sound.pulse;

import org.junit.jupiter.api.Test;

class PulseFuzzLongTest {
    @Test
    void damagedConversations() throws Exception {
        new PulseFuzz(Long.getLong("deskmeter.seed", 2)).run(100_000);
    }
}
