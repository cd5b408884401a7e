package io.deskmeter.workload;

/** Writes counts for people. */
public final class Plural {
    private Plural() {}

    /**
     * A number and what it counts: {@code 1 session}, {@code 2 sessions}.
     *
     * @param singular a noun whose plural ends in s
     */
    public static String of(long count, String singular) {
        return count == 1 ? "1 " + singular : count + " " + singular + "s";
    }
}
