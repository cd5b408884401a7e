package io.deskmeter.controller.web;

/** An event stream that gets a comment while it has no news, so that its client can tell a quiet stream from a broken one. */
interface HeartbeatStream {
    /** Sends the comment, unless something else is being sent. */
    void beat();
}
