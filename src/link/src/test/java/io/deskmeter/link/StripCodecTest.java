package io.deskmeter.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.evidence.Shot;
import io.deskmeter.evidence.Strip;
import io.deskmeter.link.v1.EvidenceShot;
import org.junit.jupiter.api.Test;

class StripCodecTest {
    @Test
    void aStripComesBackAsItWas() {
        Strip strip = StripCodec.decode(GoldenMessages.strip());

        assertThat(strip.shots()).containsExactly(new Shot(17, -5_000_000, Shot.Moment.BEFORE, 3));
        assertThat(strip.landmarks().get(0).png()).containsExactly(0x89, 'P', 'N', 'G');
        assertThat(StripCodec.encode("run-7", strip)).isEqualTo(GoldenMessages.strip());
    }

    @Test
    void anUnknownMomentIsNamedWithTheKnownOnes() {
        assertThatThrownBy(() -> StripCodec.decode(GoldenMessages.strip().toBuilder()
                        .addShots(EvidenceShot.newBuilder().setMoment("NOON"))
                        .build()))
                .hasMessageStartingWith("moment: NOON (expected: BEFORE, WITHOUT,");
    }
}
