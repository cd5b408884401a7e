package io.deskmeter.agent.watch;

/** The answers of a server that is asked, again and again, for a part of its picture. A server that hangs shows the same as a desktop on which nothing happens: only an answer tells them apart. */
public interface RestAnswers {
    /** Whether it can be asked; if not, silence alone decides. */
    boolean canBeAsked();

    /** Whether it has answered a question that left at this instant or later, so that all that it had begun to send before has come. */
    boolean answeredSince(long instant);

    /**
     * For display, where it has not.
     *
     * @param instant since which it has been asked
     */
    String silence(long instant, long now);
}
