package io.deskmeter.workload.targets;

import java.util.HashMap;
import java.util.Map;

/**
 * A host with signs that stand for at least one character within one part of a name: {@code *.lab} is not
 * {@code a.b.lab}. All places of the pattern at which a name may be are followed at once, as bits: whoever writes
 * patterns and names must not decide how long a comparison takes, as they do with a regular expression. Immutable.
 */
final class HostPattern {
    static final char ANY = '*';

    private static final long[] NONE = {};

    private final boolean port;
    /** The number of signs; as a place, the end. */
    private final int length;

    private final int words;
    /** For each character of the pattern, the places after the signs that it satisfies. */
    private final Map<Character, long[]> after = new HashMap<>();
    /** The places after an asterisk, where further characters may follow. */
    private final long[] afterAny;

    /** @param pattern in small letters */
    HostPattern(String pattern) {
        port = pattern.indexOf(':') >= 0;
        length = pattern.length();
        words = length / Long.SIZE + 1;
        afterAny = new long[words];
        for (int at = 0; at < length; at++) {
            if (pattern.charAt(at) == ANY) {
                set(afterAny, at + 1);
            }
        }
        for (int at = 0; at < length; at++) {
            char sign = pattern.charAt(at);
            if (sign != ANY) {
                set(after.computeIfAbsent(sign, c -> isInAPart(c) ? afterAny.clone() : new long[words]), at + 1);
            }
        }
    }

    private static void set(long[] bits, int at) {
        bits[at / Long.SIZE] |= 1L << at;
    }

    /** Whether it says which port, too. */
    boolean hasPort() {
        return port;
    }

    /** @param name in small letters; with a port if the pattern has one */
    boolean matches(String name) {
        if (name.length() < length) {
            return false; // each sign stands for at least one character
        }
        long[] places = new long[words];
        places[0] = 1;
        for (int i = 0; i < name.length(); i++) {
            char here = name.charAt(i);
            boolean inAPart = isInAPart(here);
            long[] satisfied = after.getOrDefault(here, inAPart ? afterAny : NONE);
            if (satisfied.length == 0) {
                return false;
            }
            for (int word = words - 1; word >= 0; word--) {
                long carried = word == 0 ? 0 : places[word - 1] >>> (Long.SIZE - 1);
                long next = (places[word] << 1) | carried;
                places[word] = (next & satisfied[word]) | (inAPart ? places[word] & afterAny[word] : 0);
            }
        }
        return (places[length / Long.SIZE] & (1L << length)) != 0;
    }

    private static boolean isInAPart(char here) {
        return (here >= 'a' && here <= 'z') || (here >= '0' && here <= '9') || here == '_' || here == '-';
    }
}
