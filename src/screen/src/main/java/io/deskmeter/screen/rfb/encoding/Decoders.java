package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The decoders of a session, each created when the first rectangle of its encoding arrives. Owned by the session's
 * executor.
 */
public final class Decoders implements AutoCloseable {
    private static final Map<Integer, Encoding> BY_CODE =
            Arrays.stream(Encoding.values()).collect(Collectors.toUnmodifiableMap(Encoding::code, Function.identity()));

    private final DecoderBuffers bench;
    private final Map<Integer, Used> used = new HashMap<>();

    /** A decoder and how often it was used. */
    private static final class Used {
        private final Encoding encoding;
        private final RectDecoder decoder;
        private long rectangles;

        private Used(Encoding encoding, RectDecoder decoder) {
            this.encoding = encoding;
            this.decoder = decoder;
        }
    }

    public Decoders(RfbPixelFormat format) {
        this.bench = new DecoderBuffers(format);
    }

    /** The decoder of the next rectangle, by its encoding's number; null if the encoding is unknown. */
    public @Nullable RectDecoder of(int code) {
        Used known = used.get(code);
        if (known == null) {
            Encoding encoding = BY_CODE.get(code);
            if (encoding == null) {
                return null;
            }
            known = new Used(encoding, encoding.decoder(bench));
            used.put(code, known);
        }
        known.rectangles++;
        return known.decoder;
    }

    /** The number of rectangles received in each encoding that the server has used. */
    public Map<Encoding, Long> rectangles() {
        Map<Encoding, Long> counts = new EnumMap<>(Encoding.class);
        used.values().forEach(each -> counts.put(each.encoding, each.rectangles));
        return counts;
    }

    @Override
    public void close() {
        used.values().forEach(each -> each.decoder.close());
    }
}
