package io.deskmeter.sound.pulse.format;

/**
 * How much of a stream waits on the server, in bytes.
 *
 * @param maxLength more than that finds no place
 * @param targetLength the server asks for sound to have so much
 * @param prebuffer playing begins with so much; 0: with the first byte, and then time never waits for the client
 * @param minRequest the server asks for no less
 */
public record BufferAttributes(int maxLength, int targetLength, int prebuffer, int minRequest) {
    /** The value of an attribute that the client leaves to the server. */
    public static final long UNSET = 0xFFFFFFFFL;

    private static final int DEFAULT_TARGET_MICROS = 2_000_000;
    private static final int DEFAULT_REQUEST_MICROS = 20_000;
    private static final int LEAST_REQUEST_MICROS = 2_000;

    /**
     * What the server grants.
     *
     * @param maxLength as asked, 0 to {@link #UNSET}; so are the others
     * @param most bytes that the server allows
     */
    public static BufferAttributes granted(
            long maxLength, long targetLength, long prebuffer, long minRequest, SampleSpec spec, int most) {
        long frame = spec.frameBytes();
        long least = Math.max(frame, spec.bytesOfMicros(LEAST_REQUEST_MICROS));
        long ceiling = Math.max(spec.wholeFrames(most), 4 * least);
        long max = maxLength == UNSET || maxLength == 0 ? ceiling : between(2 * least, maxLength, ceiling, spec);
        long target = targetLength == UNSET || targetLength == 0
                ? Math.min(max, spec.bytesOfMicros(DEFAULT_TARGET_MICROS))
                : between(2 * least, targetLength, max, spec);
        long request = minRequest == UNSET || minRequest == 0
                ? between(least, Math.min(spec.bytesOfMicros(DEFAULT_REQUEST_MICROS), target / 4), target / 2, spec)
                : between(least, minRequest, target / 2, spec);
        long latest = target - request + frame;
        long start = prebuffer == UNSET ? latest : between(0, prebuffer, latest, spec);
        return new BufferAttributes((int) max, (int) target, (int) start, (int) request);
    }

    private static long between(long low, long value, long high, SampleSpec spec) {
        return spec.wholeFrames(Math.max(low, Math.min(high, value)));
    }
}
