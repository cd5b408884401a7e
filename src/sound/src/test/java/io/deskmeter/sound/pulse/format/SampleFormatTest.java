package io.deskmeter.sound.pulse.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SampleFormatTest {
    private static float decode(SampleFormat format, int... bytes) {
        byte[] ring = new byte[8];
        for (int i = 0; i < bytes.length; i++) {
            ring[6 + i & 7] = (byte) bytes[i]; // across the end of the ring
        }
        return format.decode(ring, 6 + 8 * 5L);
    }

    @Test
    void aQuarterOfFullScaleInEveryFormat() {
        assertThat(decode(SampleFormat.U8, 0xA0)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.S16LE, 0x00, 0x20)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.S16BE, 0x20, 0x00)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.S24LE, 0x00, 0x00, 0x20)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.S24BE, 0x20, 0x00, 0x00)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.S24_32LE, 0x00, 0x00, 0x20, 0x77)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.S24_32BE, 0x77, 0x20, 0x00, 0x00)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.S32LE, 0x00, 0x00, 0x00, 0x20)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.S32BE, 0x20, 0x00, 0x00, 0x00)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.FLOAT32LE, 0x00, 0x00, 0x80, 0x3E)).isEqualTo(0.25f);
        assertThat(decode(SampleFormat.FLOAT32BE, 0x3E, 0x80, 0x00, 0x00)).isEqualTo(0.25f);
    }

    @Test
    void negativeSamples() {
        assertThat(decode(SampleFormat.S16LE, 0x00, 0xE0)).isEqualTo(-0.25f);
        assertThat(decode(SampleFormat.S24LE, 0x00, 0x00, 0xE0)).isEqualTo(-0.25f);
        assertThat(decode(SampleFormat.S24_32LE, 0x00, 0x00, 0xE0, 0x00)).isEqualTo(-0.25f);
        assertThat(decode(SampleFormat.S32BE, 0x80, 0x00, 0x00, 0x00)).isEqualTo(-1f);
        assertThat(decode(SampleFormat.U8, 0x00)).isEqualTo(-1f);
    }

    /** Codes and values of ITU-T G.711, scaled to 16 bits. */
    @ParameterizedTest
    @CsvSource({
        "ULAW, 0xFF, 0", "ULAW, 0x7F, 0", "ULAW, 0x80, 32124", "ULAW, 0x00, -32124", "ULAW, 0xF0, 120",
                "ULAW, 0xEF, 132",
        "ALAW, 0xD5, 8", "ALAW, 0x55, -8", "ALAW, 0xAA, 32256", "ALAW, 0x2A, -32256", "ALAW, 0xC5, 264",
                "ALAW, 0xDA, 248"
    })
    void companded(SampleFormat format, String code, int value) {
        assertThat(decode(format, Integer.decode(code)) * 32_768).isCloseTo(value, within(0.001f));
    }

    @ParameterizedTest
    @EnumSource(SampleFormat.class)
    void silenceIsSilent(SampleFormat format) {
        byte[] ring = new byte[8];
        Arrays.fill(ring, format.silence());
        assertThat(format.decode(ring, 0)).isCloseTo(0, within(0.0003f));
        assertThat(SampleFormat.of(format.number())).contains(format);
        assertThat(SampleFormat.of(format.text())).contains(format);
    }

    @Test
    void whatIsNotANumberIsSilent() {
        assertThat(decode(SampleFormat.FLOAT32BE, 0x7F, 0xC0, 0, 0)).isZero();
        assertThat(decode(SampleFormat.FLOAT32BE, 0x7F, 0x80, 0, 0)).isEqualTo(64f);
        assertThat(SampleFormat.of(13)).isEmpty();
        assertThat(SampleFormat.of("s16ne")).contains(SampleFormat.S16LE);
        assertThat(SampleFormat.of("pcm")).isEmpty();
    }

    @Test
    void channelsAreBroughtToTheCard() {
        assertThat(ChannelMap.ofChannels(1).gains(2)).isEqualTo(new float[][] {{1}, {1}});
        assertThat(ChannelMap.ofChannels(2).gains(2)).isEqualTo(new float[][] {{1, 0}, {0, 1}});
        assertThat(ChannelMap.of(2, 1).gains(2)).isEqualTo(new float[][] {{0, 1}, {1, 0}});
        assertThat(ChannelMap.ofChannels(2).gains(1)).isEqualTo(new float[][] {{0.5f, 0.5f}});
        float third = 1 / 3f;
        assertThat(ChannelMap.ofChannels(6).gains(2))
                .isEqualTo(new float[][] {{third, 0, third, 0, third, 0}, {0, third, 0, third, third, 0}});
        assertThat(ChannelMap.parse("front-left,aux3,top-rear-center", 3)).isEqualTo(ChannelMap.of(1, 15, 50));
        assertThat(ChannelMap.parse("stereo", 2)).isEqualTo(ChannelMap.of(1, 2));
        assertThat(ChannelMap.of(1, 15, 50).names()).isEqualTo("front-left,aux3,top-rear-center");
    }
}
