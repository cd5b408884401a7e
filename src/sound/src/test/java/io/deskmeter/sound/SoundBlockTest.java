package io.deskmeter.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SoundBlockTest {
    private static final SoundFormat STEREO = SoundFormat.STEREO_48K;

    @Test
    void framesHaveTheirPositionsAndTimes() {
        SoundBlock block = new SoundBlock(STEREO, new short[] {1, 2, 3, 4, 5, 6}, 96_000, 7_000, 500);
        assertThat(block.frames()).isEqualTo(3);
        assertThat(block.end()).isEqualTo(96_003);
        assertThat(block.sample(1, 0)).isEqualTo((short) 3);
        assertThat(block.sample(2, 1)).isEqualTo((short) 6);
        assertThat(block.playedAt(0)).isEqualTo(7_000);
        assertThat(block.playedAt(2)).isEqualTo(7_000 + 41_667);
    }

    @Test
    void aFormatConvertsBetweenFramesAndTime() {
        assertThat(STEREO.nanos(48_000)).isEqualTo(1_000_000_000);
        assertThat(STEREO.frames(1_000_000_000)).isEqualTo(48_000);
        assertThat(STEREO.frames(20_833)).isZero();
        assertThat(STEREO.frames(20_834)).isEqualTo(1);
        assertThat(new SoundFormat(44_100, 1).nanos(44_100L * 3_600)).isEqualTo(3_600_000_000_000L);
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> new SoundFormat(4_000, 2))
                .hasMessageContaining("rate: 4000 (expected: 8000 to 192000");
        assertThatThrownBy(() -> new SoundFormat(48_000, 0)).hasMessageContaining("channels: 0 (expected: 1 to 8)");
        assertThatThrownBy(() -> new SoundBlock(STEREO, new short[3], 0, 0, 0))
                .hasMessageContaining("samples: 3 (expected: a multiple of the 2 channels");
        assertThatThrownBy(() -> new SoundBlock(STEREO, new short[2], 0, 0, -1))
                .hasMessageContaining("uncertainty: -1 ns");
        SoundBlock block = new SoundBlock(STEREO, new short[4], 0, 0, 0);
        assertThatThrownBy(() -> block.sample(0, 2)).hasMessageContaining("channel: 2 (expected: 0 to 1)");
    }
}
