package io.deskmeter.sound.pulse;

import io.deskmeter.sound.pulse.format.BufferAttributes;
import io.deskmeter.sound.pulse.format.ChannelMap;
import io.deskmeter.sound.pulse.format.FormatInfo;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.sound.pulse.wire.AskedSpec;
import io.deskmeter.sound.pulse.wire.PulseError;
import io.deskmeter.sound.pulse.wire.PulseException;
import io.deskmeter.sound.pulse.wire.TagReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a client asks for when it opens a stream, checked.
 *
 * @param volumes empty if the client leaves them to the server
 */
record StreamRequest(
        SampleSpec spec,
        ChannelMap map,
        BufferAttributes attributes,
        boolean corked,
        List<Integer> volumes,
        boolean muted,
        Map<String, String> properties) {
    private static final int MOST_FORMATS = 32;
    private static final int FLAGS_BEFORE_FIXING = 2;

    /** Reads the fields of the command, in the order of the protocol. */
    static StreamRequest read(TagReader in, SampleSpec card, int bufferBytes) throws PulseException {
        AskedSpec asked = in.sampleSpec();
        ChannelMap map = in.channelMap();
        InfoCommands.checkSink(in);
        long maxLength = in.u32();
        boolean corked = in.flag();
        long targetLength = in.u32();
        long prebuffer = in.u32();
        long minRequest = in.u32();
        in.u32(); // streams that are to start together
        int[] volumes = in.volumes();
        for (int i = 0; i < FLAGS_BEFORE_FIXING; i++) {
            in.flag(); // how channels are assigned
        }
        boolean itsFormat = in.flag();
        boolean itsRate = in.flag();
        boolean itsChannels = in.flag();
        in.flag(); // moved to other sinks, of which there are none
        in.flag(); // whether the rate will change
        boolean muted = in.flag();
        in.flag(); // how a latency is shared with the card, which has none
        Map<String, String> properties = new LinkedHashMap<>();
        ClientCommands.keep(in.properties(), properties);
        boolean volumeSet = in.flag();
        in.flag(); // early requests
        boolean mutedSet = in.flag();
        in.flag(); // suspended cards: this one never is
        in.flag();
        in.flag(); // whether the volume is relative to the sink's
        boolean compressed = in.flag();
        List<FormatInfo> formats = formats(in);
        in.end();
        if (compressed) {
            throw new PulseException(
                    PulseError.NOT_SUPPORTED,
                    "compressed sound to be passed on (expected: plain samples; the card decodes nothing)");
        }
        SampleSpec spec = formats.isEmpty()
                ? asked.with(card, itsFormat, itsRate, itsChannels).checked()
                : chosen(formats, card, itsFormat, itsRate, itsChannels);
        BufferAttributes attributes =
                BufferAttributes.granted(maxLength, targetLength, prebuffer, minRequest, spec, bufferBytes);
        return new StreamRequest(
                spec,
                fitting(map, spec, formats, itsChannels),
                attributes,
                corked,
                volumeSet ? Arrays.stream(volumes).boxed().toList() : List.of(),
                mutedSet && muted,
                properties);
    }

    private static List<FormatInfo> formats(TagReader in) throws PulseException {
        int count = in.u8();
        if (count > MOST_FORMATS) {
            throw PulseException.broken("formats: " + count + " (expected: " + MOST_FORMATS + " at most)");
        }
        List<FormatInfo> formats = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            formats.add(in.format());
        }
        return formats;
    }

    private static SampleSpec chosen(
            List<FormatInfo> formats, SampleSpec card, boolean itsFormat, boolean itsRate, boolean itsChannels)
            throws PulseException {
        FormatInfo plain = plain(formats);
        try {
            SampleSpec spec = plain.spec(card);
            return new SampleSpec(
                    itsFormat ? card.format() : spec.format(),
                    itsChannels ? card.channels() : spec.channels(),
                    itsRate ? card.rate() : spec.rate());
        } catch (IllegalArgumentException e) {
            throw new PulseException(PulseError.NOT_SUPPORTED, String.valueOf(e.getMessage()));
        }
    }

    private static FormatInfo plain(List<FormatInfo> formats) throws PulseException {
        return formats.stream()
                .filter(FormatInfo::isPlain)
                .findFirst()
                .orElseThrow(() -> new PulseException(
                        PulseError.NOT_SUPPORTED,
                        "formats: encodings "
                                + formats.stream().map(FormatInfo::encoding).toList()
                                + " (expected: 1, plain samples; the card decodes nothing)"));
    }

    private static ChannelMap fitting(ChannelMap map, SampleSpec spec, List<FormatInfo> formats, boolean itsChannels)
            throws PulseException {
        if (map.channels() == spec.channels()) {
            return map;
        }
        if (!formats.isEmpty()) {
            return plain(formats).map(spec.channels());
        }
        if (itsChannels) {
            return ChannelMap.ofChannels(spec.channels());
        }
        throw new PulseException(
                PulseError.INVALID,
                "channel map: of " + map.channels() + " channels (expected: " + spec.channels()
                        + ", as the samples have)");
    }
}
