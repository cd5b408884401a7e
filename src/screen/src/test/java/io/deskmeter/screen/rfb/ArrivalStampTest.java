package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time of bytes is that of the read from the socket in which their TLS record was completed. */
@Tag("slow")
class ArrivalStampTest {
    private final AtomicLong clock = new AtomicLong();
    private final List<String> heard = new ArrayList<>();

    private final class Hearer implements RfbReadHandler.Sink {
        @Override
        public void onOpen() {}

        @Override
        public void onChunk(byte[] chunk, long arrivedAt) {
            heard.add(new String(chunk, StandardCharsets.US_ASCII) + "@" + arrivedAt);
        }

        @Override
        public void onEnd(String cause) {
            heard.add(cause);
        }
    }

    @Test
    void recordsOfOneReadHaveOneTimeAndAPartedRecordThatOfItsEnd(@TempDir Path folder) throws Exception {
        Certificates certificates = Certificates.make(folder);
        SslContext serverContext = SslContextBuilder.forServer(
                        certificates.bundle().toKeyManagerFactory())
                .sslProvider(SslProvider.JDK)
                .build();
        SslContext clientContext = new RfbTls().certified(Trust.file(certificates.certificate()));
        ArrivalStamp stamp = new ArrivalStamp(clock::incrementAndGet);
        EmbeddedChannel server = new EmbeddedChannel(handler(serverContext));
        EmbeddedChannel client =
                new EmbeddedChannel(stamp, handler(clientContext), new RfbReadHandler(stamp, 1 << 20, new Hearer()));
        for (int i = 0; i < 4; i++) { // the handshake
            server.writeInbound(all(client));
            client.writeInbound(all(server));
        }
        long begun = clock.get();
        server.writeOutbound(text("one"));
        server.writeOutbound(text("two"));
        server.writeOutbound(text("three"));
        client.writeInbound(all(server));
        assertThat(String.join(" ", heard)).isEqualTo("one@%d two@%d three@%d".replace("%d", "" + (begun + 1)));

        heard.clear();
        server.writeOutbound(text("four"));
        ByteBuf record = all(server);
        client.writeInbound(record.readRetainedSlice(7));
        assertThat(heard).isEmpty();
        client.writeInbound(record);
        assertThat(heard).containsExactly("four@" + (begun + 3));
        server.finishAndReleaseAll();
        client.finishAndReleaseAll();
    }

    private static ChannelHandler handler(SslContext context) {
        return context.newHandler(UnpooledByteBufAllocator.DEFAULT);
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    /** All that a channel has sent, as one read. */
    private static ByteBuf all(EmbeddedChannel channel) {
        channel.runPendingTasks();
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            all.writeBytes(next);
            next.release();
        }
        return all;
    }
}
