package io.deskmeter.evidence;

/**
 * One frame of a film strip.
 *
 * @param sequence of the screen's update
 * @param sinceFiredNanos arrival relative to the firing; relative to the strip's first frame where the input never left
 * @param moment what it is in the operation
 * @param leftOut received frames between the previous one and this one that are not kept
 */
public record FilmStripFrame(long sequence, long sinceFiredNanos, Moment moment, int leftOut) {
    /** What a frame is in its operation. */
    public enum Moment {
        /** The last one that arrived before the input left. */
        BEFORE("before the input"),
        /** Came after the input and did not satisfy the condition. */
        WITHOUT("without"),
        /** The last one that did not satisfy the condition. */
        LAST_WITHOUT("last without"),
        /** The first one that satisfied it: the answer. */
        SHOWN("shown"),
        /** Came after the answer, while it was not certain yet. */
        AFTER("after"),
        /** The last one seen of an operation that failed. */
        LAST("last seen"),
        /** Came before or after the second that the strip shows. */
        AROUND("around it"),
        /** Came in the second that the strip shows. */
        DURING("in this second");

        private final String title;

        Moment(String title) {
            this.title = title;
        }

        /** For people. */
        public String title() {
            return title;
        }
    }
}
