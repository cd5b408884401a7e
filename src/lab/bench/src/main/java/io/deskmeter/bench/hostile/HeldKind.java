package io.deskmeter.bench.hostile;

import io.deskmeter.bench.hostile.StrangerKind.Port;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** What a stranger says who then holds the connection. */
enum HeldKind {
    LINK_SILENT(Port.LINK, false, false),
    LINK_GARBAGE(Port.LINK, false, false),
    LINK_HALF_HANDSHAKE(Port.LINK, false, false),
    LINK_AFTER_HANDSHAKE(Port.LINK, true, false),
    LINK_HALF_FRAME(Port.LINK, true, false),
    LINK_SLOW_FRAME(Port.LINK, true, true),
    HTTPS_SILENT(Port.HTTPS, false, false),
    HTTPS_GARBAGE(Port.HTTPS, false, false),
    HTTPS_HALF_HANDSHAKE(Port.HTTPS, false, false),
    HTTPS_SLOW_HANDSHAKE(Port.HTTPS, false, true),
    HTTPS_AFTER_HANDSHAKE(Port.HTTPS, true, false),
    HTTPS_HALF_REQUEST(Port.HTTPS, true, false),
    HTTPS_SLOW_REQUEST(Port.HTTPS, true, true),
    HTTPS_SLOW_BODY(Port.HTTPS, true, true);

    /** The longest first frame but for one byte: what costs most. */
    private static final int HALF_FRAME = (64 << 10) - 1;

    private final Port port;
    private final boolean tls;
    private final boolean slow;

    HeldKind(Port port, boolean tls, boolean slow) {
        this.port = port;
        this.tls = tls;
        this.slow = slow;
    }

    Port port() {
        return port;
    }

    /** Whether the handshake of TLS is complete. */
    boolean tls() {
        return tls;
    }

    /** Whether it goes on with a byte a second. */
    boolean slow() {
        return slow;
    }

    /** As in the table of results. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it says at once; see {@link StrangerKind#bytes}. */
    byte[] begin(byte[] hello, String host, RandomGenerator random) {
        return switch (this) {
            case LINK_SILENT, HTTPS_SILENT, LINK_AFTER_HANDSHAKE, HTTPS_AFTER_HANDSHAKE -> new byte[0];
            case LINK_GARBAGE, HTTPS_GARBAGE -> Mutations.random(random, HALF_FRAME);
            case LINK_HALF_HANDSHAKE, HTTPS_HALF_HANDSHAKE -> Arrays.copyOf(hello, hello.length / 2);
            case HTTPS_SLOW_HANDSHAKE -> Arrays.copyOf(hello, 5);
            case LINK_HALF_FRAME -> Arrays.copyOf(TrueMessages.framed(new byte[HALF_FRAME + 1]), HALF_FRAME);
            case LINK_SLOW_FRAME -> new byte[] {0, 0, 1};
            case HTTPS_HALF_REQUEST, HTTPS_SLOW_REQUEST -> ascii("GET /api/v1/runs HTTP/1.1\r\nHost: " + host);
            case HTTPS_SLOW_BODY ->
                ascii("POST /api/v1/login HTTP/1.1\r\nHost: " + host
                        + "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
        };
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
