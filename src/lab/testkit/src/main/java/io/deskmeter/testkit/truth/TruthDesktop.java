package io.deskmeter.testkit.truth;

import io.deskmeter.screen.Rect;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a truth server, which is one desktop. Owned by its event loop.
 *
 * <p>An update is sent immediately if the client has enabled continuous updates, else with its next request. While the
 * client does not read, its updates are merged.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails arrives as the end of the channel
final class TruthDesktop extends SimpleChannelInboundHandler<ClientMessage> {
    private static final Logger LOG = LoggerFactory.getLogger(TruthDesktop.class);
    private static final int FENCE = -312;
    private static final int CONTINUOUS = -313;
    private static final int FENCE_REQUEST = 1 << 31;
    private static final int FENCE_KNOWN = 0b111;
    private static final int NO_SECURITY = 1;

    private final Scene scene;
    private final LongSupplier nanoTime;
    private final TruthLog log;
    private final Channel channel;
    private final UpdateEncoder encoder;
    private final List<Rect> dirty = new ArrayList<>();
    private Scene.State state = Scene.State.initial();
    private boolean continuous;
    private boolean requested;
    private int minorVersion;
    private long number;
    private long delayNanos;
    private long inputAt;
    private long readAt;
    private long written;
    private @Nullable ScheduledFuture<?> animation;

    TruthDesktop(Scene scene, LongSupplier nanoTime, TruthLog log, Channel channel) {
        this.scene = scene;
        this.nanoTime = nanoTime;
        this.log = log;
        this.channel = channel;
        this.encoder = new UpdateEncoder(scene);
    }

    /** Hides the landmark; the next key press is answered after the delay. */
    void arm(long armedNumber, long armedDelayNanos) {
        number = armedNumber;
        delayNanos = armedDelayNanos;
        inputAt = 0;
        mark(false);
    }

    /** Shows or hides the landmark. */
    void mark(boolean shown) {
        state = state.withMark(shown);
        change(scene.markPlace());
        send();
    }

    /** From now on the box moves a step and the strip is updated, at this period. */
    void animate(long firstNanos, long periodNanos) {
        animation = channel.eventLoop().scheduleAtFixedRate(this::step, firstNanos, periodNanos, TimeUnit.NANOSECONDS);
    }

    private void step() {
        Rect before = scene.boxPlace(state);
        state = state.stepped(nanoTime.getAsLong());
        Rect after = scene.boxPlace(state);
        if (before.union(after).width() <= 2 * before.width()) {
            change(before.union(after));
        } else {
            change(before);
            change(after);
        }
        change(scene.stripPlace());
        send();
    }

    private void change(Rect place) {
        if (!dirty.contains(place)) {
            dirty.add(place);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        say("RFB 003.008\n");
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ClientMessage message) {
        if (message instanceof ClientMessage.Key key) {
            key(key);
        } else if (message instanceof ClientMessage.UpdateRequest request) {
            request(request);
        } else if (message instanceof ClientMessage.Continuous wanted) {
            continuous(wanted.enabled());
        } else if (message instanceof ClientMessage.Fence fence) {
            fence(fence);
        } else if (message instanceof ClientMessage.Format wanted) {
            encoder.use(wanted.format());
        } else if (message instanceof ClientMessage.Encodings offered) {
            encodings(offered.codes());
        } else {
            introduce(message);
        }
    }

    private void introduce(ClientMessage message) {
        ByteBuf out = channel.alloc().buffer();
        if (message instanceof ClientMessage.Version version) {
            minorVersion = version.minor();
            if (minorVersion == 3) {
                out.writeInt(NO_SECURITY);
            } else {
                out.writeByte(1).writeByte(NO_SECURITY);
            }
        } else if (message instanceof ClientMessage.Security && minorVersion == 8) {
            out.writeInt(0);
        } else if (message instanceof ClientMessage.Init) {
            byte[] name = "truth".getBytes(StandardCharsets.US_ASCII);
            out.writeShort(scene.width()).writeShort(scene.height());
            PixelFormat.rgb32().write(out);
            out.writeInt(name.length).writeBytes(name);
        }
        write(out);
    }

    private void encodings(List<Integer> codes) {
        encoder.use(codes);
        ByteBuf out = channel.alloc().buffer();
        if (codes.contains(FENCE)) {
            // Announces support: a fence without a reply.
            out.writeByte(248).writeZero(3).writeInt(0).writeByte(0);
        }
        if (codes.contains(CONTINUOUS)) {
            out.writeByte(150);
        }
        write(out);
    }

    private void fence(ClientMessage.Fence fence) {
        if ((fence.flags() & FENCE_REQUEST) != 0) {
            ByteBuf out = channel.alloc().buffer();
            out.writeByte(248).writeZero(3).writeInt(fence.flags() & FENCE_KNOWN);
            out.writeByte(fence.payload().length());
            out.writeCharSequence(fence.payload(), StandardCharsets.ISO_8859_1);
            write(out);
        }
    }

    private void continuous(boolean enabled) {
        continuous = enabled;
        if (!enabled) {
            write(channel.alloc().buffer().writeByte(150));
        }
        send();
    }

    private void request(ClientMessage.UpdateRequest request) {
        requested = true;
        if (!request.incremental()) {
            Rect area = request.area().intersection(scene.bounds());
            if (area.equals(scene.bounds())) {
                dirty.clear();
            }
            change(area);
        }
        send();
    }

    private void key(ClientMessage.Key key) {
        if (!key.down() || inputAt != 0 || number == 0) {
            return;
        }
        inputAt = readAt;
        long answered = number;
        channel.eventLoop()
                .schedule(
                        () -> {
                            if (number == answered) {
                                mark(true);
                            }
                        },
                        Math.max(0, delayNanos - (nanoTime.getAsLong() - inputAt)),
                        TimeUnit.NANOSECONDS);
    }

    private void send() {
        if (dirty.isEmpty() || !(continuous || requested) || !channel.isWritable()) {
            return;
        }
        ByteBuf out = channel.alloc().buffer();
        encoder.write(state, dirty, out);
        boolean answers = inputAt != 0 && state.marked() && dirty.contains(scene.markPlace());
        dirty.clear();
        requested = false;
        long answered = number;
        long input = inputAt;
        long from = nanoTime.getAsLong();
        written += out.readableBytes();
        long bytes = written;
        var writing = channel.writeAndFlush(out);
        if (answers) {
            writing.addListener(done -> {
                if (done.isSuccess()) {
                    log.answered(new Answer(answered, input, from, nanoTime.getAsLong(), bytes));
                }
            });
        }
    }

    private void say(String text) {
        write(channel.alloc().buffer().writeBytes(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private void write(ByteBuf out) {
        if (out.isReadable()) {
            written += out.readableBytes();
            channel.writeAndFlush(out);
        } else {
            out.release();
        }
    }

    /** Bytes have been read; keys among them arrived at this time. */
    void readAt(long nanos) {
        readAt = nanos;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        send();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (animation != null) {
            animation.cancel(false);
        }
        encoder.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.warn("{}: ended: {}", channel, cause.toString());
        context.close();
    }
}
