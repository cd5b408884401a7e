package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.sound.analysis.DropoutFinder.Dropout;
import java.util.List;

/**
 * Sound around a second, at most three seconds; compared by identity, its samples are never changed.
 *
 * @param rate sample frames per second
 * @param startAt when its first sample was played, in monotonic nanoseconds
 * @param heard mean of all channels, −1 to 1
 * @param reference what should have been heard at the same time; empty where that is not known
 * @param dropouts parts of it that are missing
 */
@SuppressWarnings("ArrayRecordComponent")
public record SoundAround(int rate, long startAt, float[] heard, float[] reference, List<Dropout> dropouts) {
    public SoundAround {
        dropouts = List.copyOf(dropouts);
    }
}
