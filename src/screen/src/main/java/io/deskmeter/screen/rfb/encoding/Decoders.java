package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.rfb.wire.PixelFormat;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The decoders of a session, each made when the first rectangle of its encoding arrives. Owned by the session's executor. */
public final class Decoders implements AutoCloseable {
    private static final Map<Integer, Encoding> BY_CODE =
            Arrays.stream(Encoding.values()).collect(Collectors.toUnmodifiableMap(Encoding::code, Function.identity()));

    private final Workbench bench;
    private final Map<Integer, RectDecoder> decoders = new HashMap<>();

    public Decoders(PixelFormat format) {
        this.bench = new Workbench(format);
    }

    /** The decoder of the encoding with this number, null where we know none. */
    public @Nullable RectDecoder of(int code) {
        RectDecoder known = decoders.get(code);
        Encoding encoding = BY_CODE.get(code);
        if (known != null || encoding == null) {
            return known;
        }
        RectDecoder made = encoding.decoder(bench);
        decoders.put(code, made);
        return made;
    }

    @Override
    public void close() {
        decoders.values().forEach(RectDecoder::close);
    }
}
