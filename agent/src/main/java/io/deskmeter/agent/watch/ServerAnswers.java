package io.deskmeter.agent.watch;

import java.util.List;

/**
 * The answers of a server that is asked, again and again, for a part of its picture. A server that hangs shows the same
 * as a desktop on which nothing happens: only an answer tells them apart.
 */
public interface ServerAnswers {
    /** Whether it can be asked; if not, silence alone decides. */
    boolean canBeAsked();

    /**
     * Whether it has answered a question that left at this instant or later, so that all that it had begun to send
     * before has come.
     */
    boolean answeredSince(long instant);

    /**
     * The times between two instants in which it has not answered, in order; one that goes on ends with the second
     * instant.
     */
    List<SilentInterval> stops(long from, long until);

    /**
     * Since when it has been asked without an answer; {@link io.deskmeter.measure.timing.Timing#NEVER} if no question
     * waits.
     */
    long waitingSince();

    /**
     * For display, where it has not.
     *
     * @param instant since which it has been asked
     */
    String silence(long instant, long now);
}
