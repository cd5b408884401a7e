package io.deskmeter.agent.clip;

import io.deskmeter.sound.analysis.fidelity.Fidelity;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What one second of sound tells.
 *
 * @param startAt when its first sample was played, in monotonic nanoseconds
 * @param position of the clip's sound in its first sample, in sample frames at 48 kHz; not wrapped at the end of the
 *     loop; empty where it is unknown
 * @param uncertainty nanoseconds by which {@code position} at {@code startAt} may be off
 * @param lostMillis how much of it was not heard; empty where that is unknown
 * @param dropouts in how many pieces
 * @param beganAt when the first sound was heard, where that was in this second and is the clip's
 * @param fidelity how true it is to the clip's sound
 * @param unknown why something is unknown, without a full stop; empty where nothing is
 */
record SoundSecond(
        long startAt,
        OptionalDouble position,
        long uncertainty,
        OptionalDouble lostMillis,
        int dropouts,
        OptionalLong beganAt,
        Fidelity fidelity,
        String unknown) {
    static SoundSecond unknown(long startAt, String why) {
        return new SoundSecond(
                startAt,
                OptionalDouble.empty(),
                0,
                OptionalDouble.empty(),
                0,
                OptionalLong.empty(),
                Fidelity.unknown(why),
                why);
    }
}
