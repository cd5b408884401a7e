package io.deskmeter.screen.rfb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ReceiveBufferTest {
    @Test
    void readsNumbersInNetworkOrderAndPixelsInClientOrder() {
        ReceiveBuffer in = Hex.inbox("01 0203 FFFFFFFE 80000000 33221100 6162");
        assertThat(in.peek(2)).isEqualTo(3);
        assertThat(in.u8()).isEqualTo(1);
        assertThat(in.u16()).isEqualTo(0x0203);
        assertThat(in.s32()).isEqualTo(-2);
        assertThat(in.u32()).isEqualTo(0x80000000L);
        assertThat(in.pixel(RfbPixelFormat.rgb888().pixels())).isEqualTo(0x112233);
        assertThat(in.text(2)).isEqualTo("ab");
        assertThat(in.has(1)).isFalse();
    }

    @Test
    void neverReadsWhatHasNotArrived() {
        ReceiveBuffer in = Hex.inbox("010203");
        assertThatThrownBy(in::s32).hasMessage("read of 4 bytes (expected: 0 to 3)");
        assertThatThrownBy(() -> in.peek(3)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void keepsOrderAcrossChunksOfAllSizes() {
        Random random = new Random(7);
        ReceiveBuffer in = new ReceiveBuffer();
        int written = 0;
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] chunk = new byte[random.nextInt(50)];
            for (int j = 0; j < chunk.length; j++) {
                chunk[j] = (byte) written++;
            }
            in.append(chunk);
            for (int n = random.nextInt(in.readable() + 1); n > 0; n--) {
                assertThat(in.u8()).isEqualTo(read++ & 0xFF);
            }
        }
        assertThat(in.readable()).isEqualTo(written - read);
    }

    @Test
    void waitingBytesAreNotCopiedRepeatedly() {
        ReceiveBuffer in = Hex.inbox("00");
        for (int i = 0; i < 1 << 16; i++) { // 64 MiB in chunks of 1 KiB: minutes if quadratic
            in.append(new byte[1024]);
        }
        assertThat(in.readable()).isEqualTo(1 + (1 << 26));
    }
}
