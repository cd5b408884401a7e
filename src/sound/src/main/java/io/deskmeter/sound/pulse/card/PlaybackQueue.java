package io.deskmeter.sound.pulse.card;

import io.deskmeter.sound.pulse.format.BufferAttributes;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.sound.pulse.wire.Frames.Seek;
import io.deskmeter.sound.pulse.wire.PulseError;
import io.deskmeter.sound.pulse.wire.PulseException;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The bytes of a stream between its client and the card. Indexes count bytes from the beginning of the stream.
 *
 * <p>Memory grows with what the client sends, up to the length that was granted, and as long as the card has some left.
 * What has been played is overwritten with silence, so a part that the client skips is silent.
 */
final class PlaybackQueue {
    private static final int FIRST_CAPACITY = 1 << 12;

    /** A client may write so far before or behind what is played. */
    private static final long FARTHEST_SEEK = 1L << 31;

    private final SampleSpec spec;
    private final BufferMemory memory;
    private BufferAttributes attributes;
    /** Empty until something is stored, and after the end. */
    private byte[] ring = {};

    private long readIndex;
    private long writeIndex;
    /** Bytes that the client was asked for and has not sent. */
    private long requested;

    private boolean prebuffering;

    PlaybackQueue(SampleSpec spec, BufferAttributes attributes, BufferMemory memory) {
        this.spec = spec;
        this.attributes = attributes;
        this.memory = memory;
        prebuffering = attributes.prebuffer() > 0;
    }

    BufferAttributes attributes() {
        return attributes;
    }

    void change(BufferAttributes granted) {
        attributes = granted;
        prebuffering &= granted.prebuffer() > 0;
        endPrebuffering();
    }

    long readIndex() {
        return readIndex;
    }

    long writeIndex() {
        return writeIndex;
    }

    /** Bytes that wait, played soon or not. */
    long length() {
        return Math.max(0, writeIndex - readIndex);
    }

    /**
     * Takes bytes of the client.
     *
     * @return how many found no place, or came too late
     */
    int write(ByteBuf samples, Seek seek, long offset) throws PulseException {
        int length = samples.readableBytes();
        long from = target(seek, offset);
        requested = Math.max(0, requested - (seek == Seek.WRITE ? from - writeIndex + length : 0));
        writeIndex = from + length;
        int lost = length;
        if (writeIndex <= readIndex + attributes.maxLength()) {
            lost = (int) Math.min(length, Math.max(0, readIndex - from));
            lost = store(samples.skipBytes(lost), from + lost) ? lost : length;
        }
        endPrebuffering();
        return lost;
    }

    private long target(Seek seek, long offset) throws PulseException {
        long base = switch (seek) {
            case WRITE, END -> writeIndex;
            case START -> 0;
            case READ -> readIndex;
        };
        long from = base + offset;
        if (Math.abs(from - readIndex) > FARTHEST_SEEK || from < 0 || Math.abs(offset) > Long.MAX_VALUE / 2) {
            throw new PulseException(
                    PulseError.INVALID,
                    "seek: by " + offset + " bytes to " + from + " (expected: within 2 GiB of what is played, "
                            + readIndex + ")");
        }
        return from;
    }

    /** Whether there was memory for it. */
    private boolean store(ByteBuf samples, long from) {
        int length = samples.readableBytes();
        if (length == 0) {
            return true;
        }
        if (!makeRoom(from + length - readIndex)) {
            return false;
        }
        int at = (int) (from & (ring.length - 1));
        int first = Math.min(length, ring.length - at);
        samples.readBytes(ring, at, first);
        samples.readBytes(ring, 0, length - first);
        return true;
    }

    private boolean makeRoom(long bytes) {
        if (bytes <= ring.length) {
            return true;
        }
        int capacity = Math.max(FIRST_CAPACITY, Integer.highestOneBit((int) bytes - 1) << 1);
        if (!memory.take(capacity - ring.length)) {
            return false;
        }
        byte[] larger = new byte[capacity];
        Arrays.fill(larger, spec.format().silence());
        for (long i = readIndex; i < readIndex + ring.length; i++) {
            larger[(int) (i & (larger.length - 1))] = ring[(int) (i & (ring.length - 1))];
        }
        ring = larger;
        return true;
    }

    /** Gives its memory back; nothing is played any more. */
    void close() {
        memory.giveBack(ring.length);
        ring = new byte[0];
        writeIndex = readIndex;
    }

    /** Sample frames that the card may play now. */
    int playable() {
        return prebuffering ? 0 : (int) Math.min(Integer.MAX_VALUE, length() / spec.frameBytes());
    }

    /** A sample that waits, counted from what is played next; silence where the client has sent none. */
    float sample(int frame, int channel) {
        long at = readIndex
                + (long) frame * spec.frameBytes()
                + (long) channel * spec.format().bytes();
        return at + spec.format().bytes() > Math.min(writeIndex, readIndex + ring.length)
                ? 0
                : spec.format().decode(ring, at);
    }

    /** The card has played so many sample frames, of which there may be fewer. */
    void played(long frames) {
        long bytes = frames * spec.frameBytes();
        silence((int) Math.min(bytes, ring.length));
        readIndex += bytes;
    }

    /** Overwrites what is played next. */
    private void silence(int bytes) {
        if (bytes > 0) {
            int at = (int) (readIndex & (ring.length - 1));
            int first = Math.min(bytes, ring.length - at);
            Arrays.fill(ring, at, at + first, spec.format().silence());
            Arrays.fill(ring, 0, bytes - first, spec.format().silence());
        }
    }

    /** Nothing was left to be played at an instant of the card. */
    void ranDry() {
        prebuffering = attributes.prebuffer() > 0;
    }

    /** Drops what waits. */
    void flush() {
        silence((int) Math.min(length(), ring.length));
        writeIndex = readIndex;
        prebuffering = attributes.prebuffer() > 0;
    }

    /** Plays what is there. */
    void trigger() {
        prebuffering = false;
    }

    /** Plays nothing before there is enough again. */
    void prebuffer() {
        prebuffering = attributes.prebuffer() > 0;
    }

    private void endPrebuffering() {
        if (length() >= attributes.prebuffer()) {
            prebuffering = false;
        }
    }

    /** Bytes that the client is to be asked for now; 0 if it is too early. */
    int popRequest() {
        long missing = spec.wholeFrames(Math.min(attributes.maxLength(), missing()));
        if (missing <= 0 || (missing < attributes.minRequest() && !prebuffering)) {
            return 0;
        }
        requested += missing;
        return (int) missing;
    }

    private long missing() {
        return attributes.targetLength() - (writeIndex - readIndex) - requested;
    }

    /** Sample frames to be played before the next request is due. */
    long framesToRequest() {
        return Math.max(0, (attributes.minRequest() - missing()) / spec.frameBytes());
    }
}
