package io.deskmeter.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The worst second of an operation that played a clip.
 *
 * @param number from 1, counted from the input on
 * @param figures what was measured of it, for people: {@code av-skew: -212 ms ± 3.1 ms}
 * @param sound name of the file with the sound around it, as WAV; empty if none is kept
 * @param picture name of the picture of that sound beside the sound of the clip; empty if none is kept
 * @param missing why something is not kept, for people
 */
public record WorstSecond(int number, List<String> figures, String sound, String picture, List<String> missing) {
    public WorstSecond {
        figures = List.copyOf(figures);
        missing = List.copyOf(missing);
    }

    /** The same without the files that are not stored, which are missing then. */
    WorstSecond ofStored(Set<String> stored) {
        List<String> without = new ArrayList<>(missing);
        boolean sounds = sound.isEmpty() || stored.contains(sound);
        boolean shows = picture.isEmpty() || stored.contains(picture);
        if (!sounds) {
            without.add("the sound is not stored");
        }
        if (!shows) {
            without.add("the picture of the sound is not stored");
        }
        return new WorstSecond(number, figures, sounds ? sound : "", shows ? picture : "", without);
    }
}
