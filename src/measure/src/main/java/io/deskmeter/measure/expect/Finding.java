package io.deskmeter.measure.expect;

import java.util.Locale;

/** What a comparison says of a figure. */
public enum Finding {
    /** Slower, or worse: beyond chance, the variation between runs and the number of figures regarded. */
    WORSE,
    /** Faster, or better: beyond chance in the same way. */
    BETTER,
    /** Chance may explain the difference. */
    NO_CLEAR_DIFFERENCE,
    /** Something that is not known could change the answer, such as how much equal runs differ. */
    NOT_DECIDED,
    /** The figures do not exist on both sides, or too much failed on both. */
    NOT_COMPARABLE;

    /** Whether chance has been told from a difference at all. */
    public boolean isDecided() {
        return this != NOT_DECIDED && this != NOT_COMPARABLE;
    }

    /** As users see it where higher figures are slower ones: {@code no clear difference}. */
    public String ofResponses() {
        return this == WORSE ? "slower" : this == BETTER ? "faster" : words();
    }

    /** As users see it: {@code no clear difference}. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
