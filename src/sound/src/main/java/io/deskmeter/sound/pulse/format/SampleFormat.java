package io.deskmeter.sound.pulse.format;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a client encodes a sample, with its number in the protocol. */
public enum SampleFormat {
    U8(0, "u8", 1, 0x80),
    ALAW(1, "aLaw", 1, 0xD5),
    ULAW(2, "uLaw", 1, 0xFF),
    S16LE(3, "s16le", 2, 0),
    S16BE(4, "s16be", 2, 0),
    FLOAT32LE(5, "float32le", 4, 0),
    FLOAT32BE(6, "float32be", 4, 0),
    S32LE(7, "s32le", 4, 0),
    S32BE(8, "s32be", 4, 0),
    S24LE(9, "s24le", 3, 0),
    S24BE(10, "s24be", 3, 0),
    S24_32LE(11, "s24-32le", 4, 0),
    S24_32BE(12, "s24-32be", 4, 0);

    private static final SampleFormat[] ALL = values();
    private static final float LOUDEST = 64;
    private static final float FULL_SCALE_16 = 0x1p15f;
    private static final float FULL_SCALE_32 = 0x1p31f;

    private final int number;
    private final String text;
    private final int bytes;
    private final byte silence;

    SampleFormat(int number, String text, int bytes, int silence) {
        this.number = number;
        this.text = text;
        this.bytes = bytes;
        this.silence = (byte) silence;
    }

    /** By its number in the protocol. */
    public static Optional<SampleFormat> of(int number) {
        return Arrays.stream(ALL).filter(format -> format.number == number).findFirst();
    }

    /**
     * By its name in a format's properties, in any case; without a byte order it is little endian, as the machines are.
     */
    public static Optional<SampleFormat> of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String full = lower.equals("s16") || lower.equals("s24") || lower.equals("s32") || lower.equals("float32")
                ? lower + "le"
                : lower.replaceFirst("ne$", "le");
        for (SampleFormat format : ALL) {
            if (format.text.toLowerCase(Locale.ROOT).equals(full)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /** In the protocol. */
    public int number() {
        return number;
    }

    /** Its name in a format's properties. */
    public String text() {
        return text;
    }

    /** Of a sample of one channel. */
    public int bytes() {
        return bytes;
    }

    /** A sample of which all bytes have this value is silent. */
    public byte silence() {
        return silence;
    }

    /**
     * Reads one sample.
     *
     * @param ring whose size is a power of two
     * @param at of its first byte; counts beyond the size of the ring
     * @return −1 to 1; floating point may be louder
     */
    public float decode(byte[] ring, long at) {
        int mask = ring.length - 1;
        return switch (this) {
            case U8 -> (byteAt(ring, mask, at) - 0x80) / 128f;
            case ALAW -> CompandedSamples.alaw(byteAt(ring, mask, at)) / FULL_SCALE_16;
            case ULAW -> CompandedSamples.ulaw(byteAt(ring, mask, at)) / FULL_SCALE_16;
            case S16LE -> (short) little(ring, mask, at, 2) / FULL_SCALE_16;
            case S16BE -> (short) big(ring, mask, at, 2) / FULL_SCALE_16;
            case FLOAT32LE -> number(Float.intBitsToFloat(little(ring, mask, at, 4)));
            case FLOAT32BE -> number(Float.intBitsToFloat(big(ring, mask, at, 4)));
            case S32LE -> little(ring, mask, at, 4) / FULL_SCALE_32;
            case S32BE -> big(ring, mask, at, 4) / FULL_SCALE_32;
            case S24LE -> (little(ring, mask, at, 3) << 8) / FULL_SCALE_32;
            case S24BE -> (big(ring, mask, at, 3) << 8) / FULL_SCALE_32;
            case S24_32LE -> (little(ring, mask, at, 4) << 8) / FULL_SCALE_32;
            case S24_32BE -> (big(ring, mask, at, 4) << 8) / FULL_SCALE_32;
        };
    }

    private static int byteAt(byte[] ring, int mask, long at) {
        return ring[(int) at & mask] & 0xFF;
    }

    private static int little(byte[] ring, int mask, long at, int bytes) {
        int value = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            value = value << 8 | byteAt(ring, mask, at + i);
        }
        return value;
    }

    private static int big(byte[] ring, int mask, long at, int bytes) {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | byteAt(ring, mask, at + i);
        }
        return value;
    }

    /** What is not a number, or absurdly loud, must not spoil the samples around it. */
    private static float number(float value) {
        return Float.isNaN(value) ? 0 : Math.max(-LOUDEST, Math.min(LOUDEST, value));
    }
}
