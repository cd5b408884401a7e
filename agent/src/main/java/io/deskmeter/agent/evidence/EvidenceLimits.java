package io.deskmeter.agent.evidence;

/**
 * The limits of evidence in one run.
 *
 * @param pictures kept at most
 * @param bytes of all pictures together, at most
 * @param pictureBytes of one picture, at most: a message must fit into the link's frame
 * @param memory bytes of all recorded frames together, at most, while they are not encoded
 * @param sessionMemory bytes by which one session's recorded frames may differ from its screen; beyond it frames are
 *     left out
 * @param waiting operations whose frames are not encoded yet, at most
 * @param slow slow operations of one kind that are kept at most: if everything is slow, further ones look the same
 */
public record EvidenceLimits(
        int pictures, long bytes, int pictureBytes, long memory, long sessionMemory, int waiting, int slow) {
    public static final EvidenceLimits DEFAULT =
            new EvidenceLimits(1_000, 100L << 20, 3 << 20, 64L << 20, 8L << 20, 16, 5);
}
