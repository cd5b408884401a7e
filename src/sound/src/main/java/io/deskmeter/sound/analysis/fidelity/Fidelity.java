package io.deskmeter.sound.analysis.fidelity;

/**
 * How true a second of sound is to the reference.
 *
 * @param jitter standard deviation of its delay, in milliseconds, without drift and without steps
 * @param drift parts per million by which it is played too fast; below 0 too slowly
 * @param concealed percent of the second in which something else is heard in place of the reference, and no silence
 * @param repeated percent of a second of sound that is heard again
 * @param removed percent of a second of sound that is left out, without a silence in its place
 * @param bandwidth upper edge in hertz of the highest third octave that is heard as it should be
 * @param gain decibels by which it is louder than the reference, between 300 and 3,400 Hz
 * @param clipped percent of its samples that are cut off at its highest level
 * @param noise level in decibels of full scale of white noise that would be as strong as what is heard between 3.6 and
 *     3.9 kHz, where the reference has nothing
 * @param sides 1 if each side of the reference is heard on its own side, 0 if both sides sound alike, −1 if they are
 *     swapped
 */
public record Fidelity(
        Figure jitter,
        Figure drift,
        Figure concealed,
        Figure repeated,
        Figure removed,
        Figure bandwidth,
        Figure gain,
        Figure clipped,
        Figure noise,
        Figure sides) {

    /** Nothing is known, for one reason. */
    public static Fidelity unknown(String why) {
        Figure none = Figure.unknown(why);
        return new Fidelity(none, none, none, none, none, none, none, none, none, none);
    }
}
