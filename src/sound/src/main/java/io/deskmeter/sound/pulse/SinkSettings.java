package io.deskmeter.sound.pulse;

import io.deskmeter.sound.SoundFormat;
import java.time.Duration;

/**
 * How a sound server is to work.
 *
 * @param format of the card, one or two channels; streams are brought to it
 * @param cookie that clients must show
 * @param anonymous whether clients without it may play, too
 * @param silentAfter a client that has sent no sound for longer plays nothing; until then its sound is missing
 */
public record SinkSettings(
        SoundFormat format, SoundCookie cookie, boolean anonymous, Duration silentAfter, SinkLimits limits) {
    private static final Duration SILENT_AFTER = Duration.ofSeconds(2);

    public SinkSettings {
        if (format.channels() > 2) {
            throw new IllegalArgumentException("channels of the card: " + format.channels() + " (expected: 1 or 2)");
        }
        if (silentAfter.isNegative() || silentAfter.toSeconds() > 3_600) {
            throw new IllegalArgumentException("silentAfter: " + silentAfter + " (expected: 0 to 1 hour)");
        }
    }

    /** A stereo card of 48 kHz, for clients with this cookie. */
    public static SinkSettings of(SoundCookie cookie) {
        return new SinkSettings(SoundFormat.STEREO_48K, cookie, false, SILENT_AFTER, SinkLimits.DEFAULT);
    }

    public SinkSettings withAnonymous() {
        return new SinkSettings(format, cookie, true, silentAfter, limits);
    }

    public SinkSettings with(SinkLimits other) {
        return new SinkSettings(format, cookie, anonymous, silentAfter, other);
    }

    public SinkSettings with(SoundFormat other) {
        return new SinkSettings(other, cookie, anonymous, silentAfter, limits);
    }
}
