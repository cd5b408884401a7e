package io.deskmeter.controller.web.stream;

/**
 * An event stream that receives a comment while there are no events, so that its client can distinguish a quiet stream
 * from a broken one.
 */
public interface HeartbeatStream {
    /** Sends the comment, unless something else is being sent. */
    void beat();

    /** Whether its reader would still be let in. */
    boolean allowed();

    /** Ends it, because its reader would not be let in again. */
    void end();
}
