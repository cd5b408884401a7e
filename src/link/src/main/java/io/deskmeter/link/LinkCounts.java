package io.deskmeter.link;

/**
 * What happened to an end of the link since it started.
 *
 * @param connected handshakes that succeeded
 * @param refused handshakes that did not
 * @param lost links ended because the other end fell silent
 * @param broken links ended because of bytes that are no frame, no message, or a message out of order
 * @param slow links ended because the other end read too slowly
 * @param unknown messages that this version does not know; ignored
 * @param failed links ended because the handler threw
 */
public record LinkCounts(long connected, long refused, long lost, long broken, long slow, long unknown, long failed) {}
