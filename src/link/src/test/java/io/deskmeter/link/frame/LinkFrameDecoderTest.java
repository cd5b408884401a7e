package io.deskmeter.link.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.link.Messages;
import io.deskmeter.link.v1.FromAgent;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkFrameDecoderTest {
    /** RunEnded{r1, x}, in its envelope, in its frame. */
    private static final byte[] FRAME = HexFormat.of().parseHex("00000009" + "3a070a02723112" + "0178");

    private final EmbeddedChannel channel =
            new EmbeddedChannel(new LinkFrameDecoder<>(FromAgent.parser(), 1024, () -> {}));

    @Test
    void theEncoderMakesTheSameBytes() {
        EmbeddedChannel encoder = new EmbeddedChannel(new FrameEncoder());
        encoder.writeOutbound(Messages.ended("x"));
        ByteBuf frame = encoder.readOutbound();
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes).release();
        assertThat(bytes).isEqualTo(FRAME);
    }

    @Test
    void aFrameMayArriveByteByByte() {
        for (byte b : FRAME) {
            assertThat(channel.<FromAgent>readInbound()).isNull();
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {b}));
        }
        assertThat(channel.<FromAgent>readInbound()).isEqualTo(Messages.ended("x"));
    }

    @Test
    void framesMayArriveTogether() {
        channel.writeInbound(Unpooled.wrappedBuffer(FRAME, FRAME, FRAME));
        for (int i = 0; i < 3; i++) {
            assertThat(channel.<FromAgent>readInbound()).isEqualTo(Messages.ended("x"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 1025, Integer.MAX_VALUE})
    void aWrongLengthIsRejectedByItsFourBytesAlone(int length) {
        assertThatThrownBy(() -> channel.writeInbound(Unpooled.buffer().writeInt(length)))
                .isInstanceOf(FrameException.class)
                .hasMessageStartingWith("frame length: " + length + " (expected: 0 to 1024; hint: ");
        // Later bytes are ignored, because the start of the next frame is unknown.
        channel.writeInbound(Unpooled.wrappedBuffer(FRAME));
        assertThat(channel.<FromAgent>readInbound()).isNull();
    }

    @Test
    void bytesThatAreNoMessageAreRejected() {
        assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 2, 10, 99})))
                .isInstanceOf(FrameException.class)
                .hasMessageStartingWith("frame of 2 bytes: ");
    }
}
