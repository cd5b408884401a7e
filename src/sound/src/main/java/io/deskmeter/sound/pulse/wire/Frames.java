package io.deskmeter.sound.pulse.wire;

/** The descriptor before each frame: length, channel, offset, flags; big endian. */
public final class Frames {
    /** Bytes of a descriptor. */
    public static final int DESCRIPTOR = 20;

    /** The channel of commands; all others carry samples. */
    public static final int COMMANDS = -1;

    static final int SEEK_MASK = 0xFF;

    private Frames() {}

    /** Where samples are put, by the number in the protocol. */
    public enum Seek {
        /** Behind the last byte that was written. */
        WRITE,
        /** From the beginning of the stream. */
        START,
        /** From the byte that is played next. */
        READ,
        /** Behind the last byte of the stream. */
        END
    }
}
