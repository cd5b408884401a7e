package io.deskmeter.sound.pulse.wire;

import io.deskmeter.sound.pulse.format.ChannelMap;
import io.deskmeter.sound.pulse.format.FormatInfo;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.text.PeerText;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a command. Each method throws if the next field is of another type or incomplete. Not
 * thread-safe.
 */
public final class TagReader {
    private static final int MAX_STRING = 4_096;
    private static final int MAX_PROPERTIES = 256;
    private static final int KEPT_CHARS = 256;

    private final ByteBuf in;

    /** Reads from the buffer, which the caller keeps and releases. */
    public TagReader(ByteBuf in) {
        this.in = in;
    }

    private void expect(byte tag, String what, int bytes) throws PulseException {
        byte found = next(what);
        if (found != tag) {
            throw wrongType(what, found);
        }
        need(bytes, what);
    }

    private byte next(String what) throws PulseException {
        need(1, what);
        return in.readByte();
    }

    private static PulseException wrongType(String what, byte found) {
        return PulseException.broken("field of type '" + (char) (found & 0xFF) + "' (expected: " + what + ")");
    }

    private void need(int bytes, String what) throws PulseException {
        if (in.readableBytes() < bytes) {
            throw PulseException.broken("command: ends within " + what + " (expected: " + bytes + " bytes, left: "
                    + in.readableBytes() + ")");
        }
    }

    /** An unsigned number of 32 bits. */
    public long u32() throws PulseException {
        expect(Tag.U32, "a number", 4);
        return in.readUnsignedInt();
    }

    /** A number of 32 bits that names something; −1 names nothing. */
    public int index() throws PulseException {
        return (int) u32();
    }

    public int u8() throws PulseException {
        expect(Tag.U8, "a small number", 1);
        return in.readUnsignedByte();
    }

    public boolean flag() throws PulseException {
        byte found = next("a flag");
        if (found != Tag.TRUE && found != Tag.FALSE) {
            throw wrongType("a flag", found);
        }
        return found == Tag.TRUE;
    }

    /** A text of 4,096 bytes at most, or null. */
    public @Nullable String string() throws PulseException {
        byte found = next("a text");
        if (found == Tag.NO_STRING) {
            return null;
        }
        if (found != Tag.STRING) {
            throw wrongType("a text", found);
        }
        int length = in.bytesBefore(Math.min(in.readableBytes(), MAX_STRING + 1), (byte) 0);
        if (length < 0) {
            throw PulseException.broken("text: without an end (expected: " + MAX_STRING + " bytes at most)");
        }
        byte[] text = new byte[length];
        in.readBytes(text);
        in.skipBytes(1);
        return PeerText.line(text, 0, length);
    }

    public byte[] bytes() throws PulseException {
        expect(Tag.BYTES, "bytes", 4);
        long length = in.readUnsignedInt();
        if (length > in.readableBytes()) {
            throw PulseException.broken("bytes: " + length + " announced (expected: " + in.readableBytes()
                    + " at most, the rest of the command)");
        }
        byte[] bytes = new byte[(int) length];
        in.readBytes(bytes);
        return bytes;
    }

    /** A duration in microseconds. */
    public long micros() throws PulseException {
        expect(Tag.MICROS, "microseconds", 8);
        return in.readLong();
    }

    /** A signed number of 64 bits. */
    public long s64() throws PulseException {
        expect(Tag.S64, "a long number", 8);
        return in.readLong();
    }

    public WallTime time() throws PulseException {
        expect(Tag.TIME, "a time", 8);
        return new WallTime(in.readInt(), in.readInt());
    }

    public AskedSpec sampleSpec() throws PulseException {
        expect(Tag.SAMPLE_SPEC, "the form of samples", 6);
        return new AskedSpec(in.readUnsignedByte(), in.readUnsignedByte(), in.readUnsignedInt());
    }

    /** The positions of channels; none where the client offers formats instead. */
    public ChannelMap channelMap() throws PulseException {
        expect(Tag.CHANNEL_MAP, "a channel map", 1);
        int channels = channels(1);
        int[] positions = new int[channels];
        for (int i = 0; i < channels; i++) {
            positions[i] = in.readUnsignedByte();
        }
        try {
            return ChannelMap.of(positions);
        } catch (IllegalArgumentException e) {
            throw new PulseException(PulseError.INVALID, String.valueOf(e.getMessage()));
        }
    }

    /** A volume for each channel. */
    public int[] volumes() throws PulseException {
        expect(Tag.CHANNEL_VOLUME, "the volumes of channels", 1);
        int channels = channels(4);
        int[] volumes = new int[channels];
        for (int i = 0; i < channels; i++) {
            volumes[i] = in.readInt();
        }
        return volumes;
    }

    private int channels(int bytesEach) throws PulseException {
        int channels = in.readUnsignedByte();
        if (channels > SampleSpec.MAX_CHANNELS) {
            throw PulseException.broken(
                    "channels: " + channels + " (expected: " + SampleSpec.MAX_CHANNELS + " at most)");
        }
        need(channels * bytesEach, "channels");
        return channels;
    }

    /** Names and texts; of each text the first 256 characters. */
    public Map<String, String> properties() throws PulseException {
        expect(Tag.PROPERTIES, "properties", 0);
        Map<String, String> properties = new LinkedHashMap<>();
        for (String key = string(); key != null; key = string()) {
            long length = u32();
            byte[] value = bytes();
            if (value.length != length) {
                throw PulseException.broken(
                        "property: " + value.length + " bytes (expected: " + length + ", as announced before)");
            }
            properties.put(shortened(key), shortened(text(value)));
            if (properties.size() > MAX_PROPERTIES) {
                throw PulseException.broken("properties: more than " + MAX_PROPERTIES + " (expected: fewer)");
            }
        }
        return properties;
    }

    private static String text(byte[] value) {
        int length = value.length > 0 && value[value.length - 1] == 0 ? value.length - 1 : value.length;
        return PeerText.line(value, 0, length);
    }

    private static String shortened(String text) {
        return text.length() <= KEPT_CHARS ? text : text.substring(0, KEPT_CHARS);
    }

    public FormatInfo format() throws PulseException {
        expect(Tag.FORMAT, "a format", 0);
        return new FormatInfo(u8(), properties());
    }

    /** Nothing may be left. */
    public void end() throws PulseException {
        if (in.isReadable()) {
            throw PulseException.broken(
                    "command: " + in.readableBytes() + " bytes behind its last field (expected: none)");
        }
    }
}
