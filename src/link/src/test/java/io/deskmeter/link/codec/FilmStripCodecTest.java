package io.deskmeter.link.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.link.GoldenMessages;
import io.deskmeter.link.v1.EvidenceFrame;
import org.junit.jupiter.api.Test;

class FilmStripCodecTest {
    @Test
    void aStripComesBackAsItWas() {
        FilmStrip strip = FilmStripCodec.decode(GoldenMessages.strip());

        assertThat(strip.shots()).containsExactly(new FilmStripFrame(17, -5_000_000, FilmStripFrame.Moment.BEFORE, 3));
        assertThat(strip.landmarks().get(0).png()).containsExactly(0x89, 'P', 'N', 'G');
        assertThat(FilmStripCodec.encode("run-7", strip)).isEqualTo(GoldenMessages.strip());
    }

    @Test
    void anUnknownMomentIsNamedWithTheKnownOnes() {
        assertThatThrownBy(() -> FilmStripCodec.decode(GoldenMessages.strip().toBuilder()
                        .addFrames(EvidenceFrame.newBuilder().setMoment("NOON"))
                        .build()))
                .hasMessageStartingWith("moment: NOON (expected: BEFORE, WITHOUT,");
    }
}
