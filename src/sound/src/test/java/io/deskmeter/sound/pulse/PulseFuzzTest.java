package io.deskmeter.sound.pulse;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PulseFuzzTest {
    @Test
    void damagedConversations() throws Exception {
        new PulseFuzz(Long.getLong("deskmeter.seed", 1)).run(4_000);
    }
}
