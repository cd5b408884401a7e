package io.deskmeter.agent.evidence;

/**
 * What evidence may cost in one run.
 *
 * @param pictures kept at most
 * @param bytes of all pictures together, at most
 * @param pictureBytes of one picture, at most: a message must fit into the link's frame
 * @param framesInUse borrowed by films at one time, at most; 4 bytes a pixel each
 * @param waiting operations whose pictures are not encoded yet, at most; up to two frames each
 */
public record EvidenceLimits(int pictures, long bytes, int pictureBytes, int framesInUse, int waiting) {
    public static final EvidenceLimits DEFAULT = new EvidenceLimits(200, 100L << 20, 3 << 20, 16, 4);
}
