package io.deskmeter.sound.pulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.sound.pulse.wire.TagReader;
import io.deskmeter.sound.pulse.wire.WallTime;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntUnaryOperator;

/** Fields that only answers have, and samples. */
final class TestFields {
    private TestFields() {}

    static TestClient.Latency latency(TagReader fields) throws Exception {
        assertThat(fields.micros()).isZero();
        assertThat(fields.micros()).isZero();
        boolean playing = fields.flag();
        assertThat(fields.time()).isEqualTo(new WallTime(5, 6));
        fields.time();
        return new TestClient.Latency(playing, fields.s64(), fields.s64());
    }

    /** Stereo samples of 16 bits; the right channel is the negative of the left. */
    static byte[] stereo(int frames, IntUnaryOperator left) {
        ByteBuffer bytes = ByteBuffer.allocate(frames * 4).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < frames; i++) {
            short value = (short) left.applyAsInt(i);
            bytes.putShort(value).putShort((short) -value);
        }
        return bytes.array();
    }
}
