package io.deskmeter.agent.pairing;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A code that is used once.
 *
 * @param value its 64 bits
 */
public record PairingCode(long value) {
    /** The code with its check bits. */
    static final int BITS = 72;

    private static final int VALUE_BITS = 64;
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{16}");
    private static final int CRC8_POLYNOMIAL = 0x07;

    /** Parses 16 hexadecimal digits, the format of the controller; empty for anything else. */
    public static Optional<PairingCode> parse(String text) {
        return FORM.matcher(text).matches()
                ? Optional.of(new PairingCode(Long.parseUnsignedLong(text, 16)))
                : Optional.empty();
    }

    /** Decodes bits that were read; empty if the checksum is wrong. */
    static Optional<PairingCode> of(boolean[] bits) {
        long value = 0;
        for (int i = 0; i < VALUE_BITS; i++) {
            value = value << 1 | (bits[i] ? 1 : 0);
        }
        PairingCode code = new PairingCode(value);
        boolean[] right = code.bits();
        for (int i = VALUE_BITS; i < BITS; i++) {
            if (bits[i] != right[i]) {
                return Optional.empty();
            }
        }
        return Optional.of(code);
    }

    /** The value's bits, the highest first, and a checksum of eight. */
    boolean[] bits() {
        boolean[] bits = new boolean[BITS];
        for (int i = 0; i < VALUE_BITS; i++) {
            bits[i] = (value >>> (VALUE_BITS - 1 - i) & 1) != 0;
        }
        int checksum = checksum();
        for (int i = VALUE_BITS; i < BITS; i++) {
            bits[i] = (checksum >>> (BITS - 1 - i) & 1) != 0;
        }
        return bits;
    }

    /** CRC-8 with an initial value of ones, so that 72 cells of one colour are not a valid code. */
    private int checksum() {
        int crc = 0xFF;
        for (int shift = VALUE_BITS - 8; shift >= 0; shift -= 8) {
            crc ^= (int) (value >>> shift) & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x80) != 0 ? (crc << 1 ^ CRC8_POLYNOMIAL) & 0xFF : crc << 1;
            }
        }
        return crc;
    }

    /** In the format of the controller. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%016x", value);
    }
}
