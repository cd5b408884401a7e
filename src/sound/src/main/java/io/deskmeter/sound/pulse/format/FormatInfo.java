package io.deskmeter.sound.pulse.format;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A format as newer clients offer it: an encoding, and properties whose values are written as in JSON.
 *
 * @param encoding by its number in the protocol
 */
public record FormatInfo(int encoding, Map<String, String> properties) {
    /** Any encoding. */
    public static final int ANY = 0;
    /** Samples as they are; all others are compressed. */
    public static final int PCM = 1;

    private static final String FORMAT = "format.sample_format";
    private static final String RATE = "format.rate";
    private static final String CHANNELS = "format.channels";
    private static final String MAP = "format.channel_map";
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    public FormatInfo {
        properties = Map.copyOf(properties);
    }

    /** That of a stream. */
    public static FormatInfo of(SampleSpec spec, ChannelMap map) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(FORMAT, '"' + spec.format().text() + '"');
        properties.put(RATE, String.valueOf(spec.rate()));
        properties.put(CHANNELS, String.valueOf(spec.channels()));
        properties.put(MAP, '"' + map.names() + '"');
        return new FormatInfo(PCM, properties);
    }

    /** Whether it can be played. */
    public boolean isPlain() {
        return encoding == PCM || encoding == ANY;
    }

    /**
     * Its samples. Of a list or range of values the first counts; what it leaves open is as the card has it.
     *
     * @throws IllegalArgumentException if it names something that does not exist
     */
    public SampleSpec spec(SampleSpec card) {
        String name = first(TEXT, FORMAT).orElse(card.format().text());
        SampleFormat format = SampleFormat.of(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "sample format: " + name + " (expected: one of PulseAudio's, such as s16le)"));
        return new SampleSpec(
                format,
                first(NUMBER, CHANNELS).map(Integer::parseInt).orElse(card.channels()),
                first(NUMBER, RATE).map(Integer::parseInt).orElse(card.rate()));
    }

    /** The positions of its channels. */
    public ChannelMap map(int channels) {
        return ChannelMap.parse(first(TEXT, MAP).orElse(""), channels);
    }

    private Optional<String> first(Pattern pattern, String key) {
        String value = properties.get(key);
        if (value == null) {
            return Optional.empty();
        }
        Matcher matcher = pattern.matcher(value);
        return matcher.find() ? Optional.of(matcher.group(matcher.groupCount())) : Optional.empty();
    }
}
