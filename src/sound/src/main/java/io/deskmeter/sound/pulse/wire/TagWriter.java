package io.deskmeter.sound.pulse.wire;

import io.deskmeter.sound.pulse.format.ChannelMap;
import io.deskmeter.sound.pulse.format.FormatInfo;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the fields of a command into a frame. Not thread-safe. */
public final class TagWriter {
    private final ByteBuf out;
    private final int start;

    private TagWriter(ByteBuf out) {
        this.out = out;
        this.start = out.writerIndex();
    }

    /** Begins a frame with a command, or with an answer to the command with that tag. */
    public static TagWriter begin(ByteBuf out, int command, int tag) {
        TagWriter writer = new TagWriter(out);
        out.writeInt(0).writeInt(Frames.COMMANDS).writeLong(0).writeInt(0);
        return writer.index(command).index(tag);
    }

    /** The complete frame. */
    public ByteBuf frame() {
        out.setInt(start, out.writerIndex() - start - Frames.DESCRIPTOR);
        return out;
    }

    /** Gives the frame up. */
    public void discard() {
        out.release();
    }

    /** A number of 32 bits; −1 names nothing. */
    public TagWriter index(int value) {
        out.writeByte(Tag.U32).writeInt(value);
        return this;
    }

    public TagWriter u8(int value) {
        out.writeByte(Tag.U8).writeByte(value);
        return this;
    }

    public TagWriter u64(long value) {
        out.writeByte(Tag.U64).writeLong(value);
        return this;
    }

    public TagWriter s64(long value) {
        out.writeByte(Tag.S64).writeLong(value);
        return this;
    }

    public TagWriter micros(long value) {
        out.writeByte(Tag.MICROS).writeLong(value);
        return this;
    }

    public TagWriter flag(boolean value) {
        out.writeByte(value ? Tag.TRUE : Tag.FALSE);
        return this;
    }

    public TagWriter string(@Nullable String text) {
        if (text == null) {
            out.writeByte(Tag.NO_STRING);
        } else {
            out.writeByte(Tag.STRING);
            ByteBufUtil.writeUtf8(out, text);
            out.writeByte(0);
        }
        return this;
    }

    public TagWriter bytes(byte[] bytes) {
        out.writeByte(Tag.BYTES).writeInt(bytes.length).writeBytes(bytes);
        return this;
    }

    public TagWriter time(WallTime time) {
        out.writeByte(Tag.TIME).writeInt(time.seconds()).writeInt(time.micros());
        return this;
    }

    public TagWriter sampleSpec(SampleSpec spec) {
        return sampleSpec(spec.format().number(), spec.channels(), spec.rate());
    }

    /** Also one that does not exist, as clients send it that offer formats. */
    public TagWriter sampleSpec(int format, int channels, int rate) {
        out.writeByte(Tag.SAMPLE_SPEC).writeByte(format).writeByte(channels).writeInt(rate);
        return this;
    }

    public TagWriter channelMap(ChannelMap map) {
        out.writeByte(Tag.CHANNEL_MAP).writeByte(map.channels());
        for (int i = 0; i < map.channels(); i++) {
            out.writeByte(map.position(i));
        }
        return this;
    }

    public TagWriter volumes(int... volumes) {
        out.writeByte(Tag.CHANNEL_VOLUME).writeByte(volumes.length);
        for (int volume : volumes) {
            out.writeInt(volume);
        }
        return this;
    }

    public TagWriter volume(int volume) {
        out.writeByte(Tag.VOLUME).writeInt(volume);
        return this;
    }

    public TagWriter properties(Map<String, String> properties) {
        out.writeByte(Tag.PROPERTIES);
        properties.forEach((key, text) -> {
            byte[] value = (text + '\0').getBytes(StandardCharsets.UTF_8);
            string(key).index(value.length).bytes(value);
        });
        return string(null);
    }

    public TagWriter format(FormatInfo format) {
        out.writeByte(Tag.FORMAT);
        return u8(format.encoding()).properties(format.properties());
    }
}
