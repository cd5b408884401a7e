package io.deskmeter.sound.pulse.wire;

import io.deskmeter.sound.pulse.format.SampleFormat;
import io.deskmeter.sound.pulse.format.SampleSpec;

/** The form of samples as a client asks for it; not valid where the client offers formats instead. */
public record AskedSpec(int format, int channels, long rate) {
    /** With what the card has in place of what the client leaves to it. */
    public AskedSpec with(SampleSpec card, boolean itsFormat, boolean itsRate, boolean itsChannels) {
        return new AskedSpec(
                itsFormat ? card.format().number() : format,
                itsChannels ? card.channels() : channels,
                itsRate ? card.rate() : rate);
    }

    public SampleSpec checked() throws PulseException {
        SampleFormat known = SampleFormat.of(format)
                .orElseThrow(() -> new PulseException(
                        PulseError.NOT_SUPPORTED, "sample format: number " + format + " (expected: 0 to 12)"));
        try {
            return new SampleSpec(known, channels, (int) Math.min(rate, Integer.MAX_VALUE));
        } catch (IllegalArgumentException e) {
            throw new PulseException(PulseError.INVALID, String.valueOf(e.getMessage()));
        }
    }
}
