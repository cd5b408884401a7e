package io.deskmeter.agent.session;

/**
 * What handlers did during one operation, or a logon.
 *
 * @param times how often their input was given
 * @param words for people; empty if nothing was done and nothing is wrong
 */
record Handled(int times, String words) {
    static final Handled NOTHING = new Handled(0, "");

    /** A detail with these words behind it. */
    String after(String detail) {
        return words.isEmpty() || detail.isEmpty() ? detail + words : detail + "; " + words;
    }
}
