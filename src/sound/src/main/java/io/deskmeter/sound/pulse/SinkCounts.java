package io.deskmeter.sound.pulse;

/**
 * What a sound server has counted.
 *
 * @param connected clients at this moment
 * @param streams at this moment
 * @param accepted connections
 * @param authenticated clients
 * @param refused connections that were refused or ended because of a limit
 * @param broken connections that broke the protocol
 * @param underruns times a stream ran dry without an end
 * @param lostBytes of streams that found no place or came too late
 * @param lostBlocks that the listener was too slow for
 * @param skippedFrames that were due while the machine was suspended
 */
public record SinkCounts(
        int connected,
        int streams,
        long accepted,
        long authenticated,
        long refused,
        long broken,
        long underruns,
        long lostBytes,
        long lostBlocks,
        long skippedFrames) {}
