package io.deskmeter.sound.xrdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundFormat;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the channel server of xrdp would read. */
@Timeout(30)
class ChannelServerOutputTest {
    private static final int BLOCK = 441;
    private static final int DATA = 0;
    private static final int END = 1;

    @TempDir
    Path folder;

    private final AtomicLong now = new AtomicLong();
    private Path socket;
    private ServerSocketChannel server;
    private ChannelServerOutput output;
    private long position = 1_000;

    /** One message: the samples of one side, where it has some. */
    private record Message(int code, List<Short> left, List<Short> right) {}

    @BeforeEach
    void listen() throws IOException {
        socket = folder.resolve("audio");
        server = bound();
        output = new ChannelServerOutput(socket, now::get);
    }

    @AfterEach
    void close() throws IOException {
        output.close();
        server.close();
    }

    private ServerSocketChannel bound() throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }

    private void play(int level) {
        short[] samples = new short[2 * BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            samples[2 * i] = (short) level;
            samples[2 * i + 1] = (short) -level;
        }
        output.onBlock(new SoundBlock(ChannelServerOutput.FORMAT, samples, position, 0, 0));
        position += BLOCK;
    }

    private static void read(SocketChannel from, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (from.read(bytes) < 0) {
                throw new EOFException(bytes.remaining() + " bytes are missing");
            }
        }
        bytes.flip();
    }

    private static Message next(SocketChannel from) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
        read(from, header);
        int code = header.getInt();
        ByteBuffer bytes = ByteBuffer.allocate(header.getInt() - 8).order(ByteOrder.nativeOrder());
        read(from, bytes);
        List<Short> left = new ArrayList<>();
        List<Short> right = new ArrayList<>();
        while (bytes.hasRemaining()) {
            left.add(bytes.getShort());
            right.add(bytes.getShort());
        }
        return new Message(code, left, right);
    }

    private static boolean isAll(List<Short> samples, int value) {
        return samples.size() == BLOCK && samples.stream().allMatch(sample -> sample == value);
    }

    @Test
    void soundIsSentWithItsLengthAndSilenceBeforeItIsNot() throws IOException {
        play(0);
        play(300);
        play(-7);
        try (SocketChannel client = server.accept()) {
            Message first = next(client);
            assertThat(first.code()).isEqualTo(DATA);
            assertThat(isAll(first.left(), 300)).isTrue();
            assertThat(isAll(first.right(), -300)).isTrue();
            assertThat(isAll(next(client).left(), -7)).isTrue();
        }
        assertThat(output.leftOut()).isZero();
    }

    @Test
    void shortSilencesAndGapsAreKeptAndALongOneEndsTheSound() throws IOException {
        play(5);
        play(0);
        position += 200;
        play(6);
        try (SocketChannel client = server.accept()) {
            assertThat(isAll(next(client).left(), 5)).isTrue();
            assertThat(isAll(next(client).left(), 0)).isTrue();
            assertThat(next(client).left()).hasSize(200).containsOnly((short) 0);
            assertThat(isAll(next(client).left(), 6)).isTrue();
            for (int i = 0; i < 99; i++) {
                play(0);
                assertThat(isAll(next(client).left(), 0))
                        .as("block %d of a second", i)
                        .isTrue();
            }
            play(0);
            assertThat(next(client)).isEqualTo(new Message(END, List.of(), List.of()));
            play(0);
            play(7);
            assertThat(isAll(next(client).left(), 7)).isTrue();
            position += 2L * ChannelServerOutput.FORMAT.rate();
            play(8);
            assertThat(next(client).code()).isEqualTo(END);
            assertThat(isAll(next(client).left(), 8)).isTrue();
        }
    }

    /** Its buffers fill up; nobody waits, and what comes later begins with a whole message. */
    @Test
    void aServerThatDoesNotReadLosesWholeMessages() throws IOException {
        int blocks = 0;
        for (; output.leftOut() == 0 && blocks < 100_000; blocks++) {
            play(1 + blocks % 1_000);
        }
        long sent = blocks - 1L;
        try (SocketChannel client = server.accept()) {
            for (int i = 0; i < sent; i++) {
                assertThat(isAll(next(client).left(), 1 + i % 1_000))
                        .as("block %d of %d", i, sent)
                        .isTrue();
                if (i == sent / 2) {
                    play(2_000); // takes the rest of what was cut off, or is left out, too
                }
            }
            play(3_000);
            Message message = next(client);
            while (!isAll(message.left(), 3_000)) {
                assertThat(isAll(message.left(), 2_000)).isTrue();
                message = next(client);
            }
        }
        assertThat(output.leftOut()).isBetween((long) BLOCK, 2L * BLOCK);
    }

    @Test
    void aClientThatComesBackIsFoundAgainAfterASecond() throws IOException {
        play(9);
        server.accept().close();
        server.close();
        Files.delete(socket);
        play(9);
        play(9);
        server = bound();
        long lost = output.leftOut();
        assertThat(lost).isPositive();
        play(10);
        assertThat(output.leftOut()).as("it is not tried at each block").isEqualTo(lost + BLOCK);
        now.addAndGet(1_000_000_000);
        play(11);
        try (SocketChannel client = server.accept()) {
            assertThat(isAll(next(client).left(), 11)).isTrue();
            output.close();
            assertThat(next(client).code()).isEqualTo(END);
            assertThat(client.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }

    @Test
    void otherFormatsAreRefused() {
        SoundBlock block = new SoundBlock(SoundFormat.STEREO_48K, new short[2], 0, 0, 0);
        assertThatThrownBy(() -> output.onBlock(block))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rate=48000");
    }
}
