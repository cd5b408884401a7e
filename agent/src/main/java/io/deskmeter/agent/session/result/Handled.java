package io.deskmeter.agent.session.result;

/**
 * What handlers did during one operation, or a logon.
 *
 * @param times how often their input was given
 * @param words for people; empty if nothing was done and nothing is wrong
 * @param spoilt what Deskmeter itself did wrong: input was not sent for a window that was there during the response, or
 *     without a response at the end; empty if nothing
 */
public record Handled(int times, String words, String spoilt) {
    public static final Handled NOTHING = new Handled(0, "", "");

    /** A detail with these words behind it. */
    public String after(String detail) {
        return words.isEmpty() || detail.isEmpty() ? detail + words : detail + "; " + words;
    }

    /**
     * The result of an operation as it is recorded: the platform neither failed nor was slow where a window stayed
     * because Deskmeter did not send the input for it.
     */
    public OperationResult marked(OperationResult result) {
        OperationResult told = result.withDetail(after(result.detail()));
        return spoilt.isEmpty() || !result.maySpoil() ? told : told.spoilt(spoilt);
    }
}
