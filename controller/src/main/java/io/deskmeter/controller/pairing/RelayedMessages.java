package io.deskmeter.controller.pairing;

/**
 * What became of the messages between agents since the start of this controller.
 *
 * @param passed messages that were sent to the other agent
 * @param waiting messages whose receiver had no connection: their sender repeats them
 * @param refused messages of a session that this controller does not know, or that is not the sender's
 */
public record RelayedMessages(long passed, long waiting, long refused) {}
