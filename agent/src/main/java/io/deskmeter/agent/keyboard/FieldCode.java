package io.deskmeter.agent.keyboard;

import io.deskmeter.agent.pairing.PairingCode;
import java.util.Optional;

/**
 * What a text field has received since it was cleared, in the 64 bits of a code: 8 bits tell that it is one of a field
 * and whether it has the focus, 14 bits are the number of characters, 21 the last character, 21 a hash of all. The page
 * for browsers computes the same.
 *
 * @param focused whether the field receives keys
 * @param count characters (code points), modulo 2<sup>14</sup>
 * @param last code point; 0 if there is none
 * @param hash of all characters
 */
public record FieldCode(boolean focused, int count, int last, int hash) {
    private static final int FIELD = 0xB4;
    private static final int FOCUSED = 1;
    private static final int COUNT_BITS = 14;
    private static final int CHARACTER_BITS = 21;
    private static final int CHARACTER_MASK = (1 << CHARACTER_BITS) - 1;
    private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;
    private static final int KIND_SHIFT = COUNT_BITS + 2 * CHARACTER_BITS;
    private static final int HASH_START = 0x811C9DC5;
    private static final int HASH_PRIME = 16_777_619;

    /** The code of a text. */
    public static FieldCode of(String text, boolean focused) {
        int[] characters = text.codePoints().toArray();
        int hash = HASH_START;
        for (int character : characters) {
            hash = (hash ^ character) * HASH_PRIME;
        }
        int last = characters.length == 0 ? 0 : characters[characters.length - 1];
        return new FieldCode(focused, characters.length & COUNT_MASK, last, hash >>> (Integer.SIZE - CHARACTER_BITS));
    }

    /** Decodes a code that was read; empty if it is not one of a field. */
    static Optional<FieldCode> of(PairingCode code) {
        long value = code.value();
        int kind = (int) (value >>> KIND_SHIFT);
        if ((kind & ~FOCUSED) != FIELD) {
            return Optional.empty();
        }
        return Optional.of(new FieldCode(
                (kind & FOCUSED) != 0,
                (int) (value >>> (2 * CHARACTER_BITS)) & COUNT_MASK,
                (int) (value >>> CHARACTER_BITS) & CHARACTER_MASK,
                (int) value & CHARACTER_MASK));
    }

    PairingCode code() {
        long kind = FIELD | (focused ? FOCUSED : 0);
        return new PairingCode(
                kind << KIND_SHIFT | (long) count << (2 * CHARACTER_BITS) | (long) last << CHARACTER_BITS | hash);
    }

    /** Whether the field has received this text and nothing else. */
    boolean is(String text) {
        return equals(of(text, focused));
    }

    boolean isEmpty() {
        return count == 0;
    }
}
