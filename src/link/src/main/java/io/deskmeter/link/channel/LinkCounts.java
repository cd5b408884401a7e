package io.deskmeter.link.channel;

/**
 * The counters of one end of the link since it started.
 *
 * @param connected handshakes that succeeded
 * @param refused handshakes that were refused
 * @param lost links ended because the peer did not respond
 * @param broken links ended because of an invalid frame, an invalid message, or a message in the wrong order
 * @param slow links ended because the peer read too slowly
 * @param unknown ignored messages that are unknown to this version
 * @param failed links ended because the handler threw
 * @param turnedAway connections that were turned away before the peer had said who it is, because there were too many
 * @param unidentified connections that ended in another way before the peer had said who it is, as when TLS fails
 * @param late heartbeats that the peer answered only after the next one was due, or that were sent so late themselves
 */
public record LinkCounts(
        long connected,
        long refused,
        long lost,
        long broken,
        long slow,
        long unknown,
        long failed,
        long turnedAway,
        long unidentified,
        long late) {}
