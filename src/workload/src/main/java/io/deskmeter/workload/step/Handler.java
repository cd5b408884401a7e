package io.deskmeter.workload.step;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a person does about a window that may come at any time: a consent banner, a question about macros.
 *
 * @param when the picture of the window is on the screen; its landmark is a path relative to the workload's folder, or
 *     the name of a picture of the target
 * @param steps the input that dismisses the window: keys, text, clicks, turns of the wheel and pauses
 * @param atMost how often it is used in one operation, and in the logon: a window that does not go away must not be
 *     answered forever
 */
public record Handler(Condition.Appears when, List<Step> steps, int atMost) {
    /** Where the document gives no number. */
    public static final int USUALLY_AT_MOST = 3;

    public Handler {
        steps = List.copyOf(steps);
    }

    /** The landmarks that it names, in the order of the document; one may come twice. */
    public Stream<String> landmarks() {
        return Stream.concat(when.landmarks(), steps.stream().flatMap(Step::landmarks));
    }

    /** The window's picture. */
    public String landmark() {
        return when.landmark();
    }
}
