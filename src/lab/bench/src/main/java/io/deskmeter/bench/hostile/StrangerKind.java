package io.deskmeter.bench.hostile;

import java.util.Locale;
import java.util.random.RandomGenerator;

/** What a stranger sends, at once and to the end. */
enum StrangerKind {
    LINK_GARBAGE(Port.LINK, false),
    LINK_TLS_HELLO(Port.LINK, false),
    LINK_WITHOUT_TLS(Port.LINK, false),
    LINK_FRAMES(Port.LINK, true),
    LINK_MESSAGES(Port.LINK, true),
    HTTPS_GARBAGE(Port.HTTPS, false),
    HTTPS_TLS_HELLO(Port.HTTPS, false),
    HTTPS_WITHOUT_TLS(Port.HTTPS, false),
    HTTPS_REQUEST(Port.HTTPS, true),
    HTTPS_HEADERS(Port.HTTPS, true),
    HTTPS_BODY(Port.HTTPS, true),
    HTTPS_CHUNKS(Port.HTTPS, true);

    private static final int LONGEST_GARBAGE = 4_000;
    private static final int MOST_FRAMES = 4;

    private final Port port;
    private final boolean tls;

    StrangerKind(Port port, boolean tls) {
        this.port = port;
        this.tls = tls;
    }

    /** Where it goes. */
    enum Port {
        LINK,
        HTTPS
    }

    Port port() {
        return port;
    }

    /** Whether it is sent inside of TLS. */
    boolean tls() {
        return tls;
    }

    /** As in the table of results. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * All that one stranger sends.
     *
     * @param hello the first bytes of a true client of TLS
     * @param host and port, as requests name them
     */
    byte[] bytes(byte[] hello, String host, RandomGenerator random) {
        return switch (this) {
            case LINK_GARBAGE, HTTPS_GARBAGE -> Mutations.random(random, LONGEST_GARBAGE);
            case LINK_TLS_HELLO, HTTPS_TLS_HELLO -> Mutations.mutate(hello, random);
            case LINK_WITHOUT_TLS -> frames(random);
            case HTTPS_WITHOUT_TLS -> TrueRequests.plain(host, random);
            case LINK_FRAMES -> Mutations.mutate(frames(random), random);
            case LINK_MESSAGES -> messages(random);
            case HTTPS_REQUEST -> Mutations.mutate(TrueRequests.plain(host, random), random);
            case HTTPS_HEADERS -> TrueRequests.headers(host, random);
            case HTTPS_BODY -> TrueRequests.body(host, random);
            case HTTPS_CHUNKS -> TrueRequests.chunks(host, random);
        };
    }

    /** As they are, a hello first or not. */
    private static byte[] frames(RandomGenerator random) {
        byte[] all = random.nextBoolean() ? TrueMessages.framed(TrueMessages.hello(random)) : new byte[0];
        for (int left = 1 + random.nextInt(MOST_FRAMES); left > 0; left--) {
            all = Mutations.joined(all, TrueMessages.framed(TrueMessages.any(random)));
        }
        return all;
    }

    /** Frames of the right length with a message that is not right. */
    private static byte[] messages(RandomGenerator random) {
        byte[] all = new byte[0];
        for (int left = 1 + random.nextInt(MOST_FRAMES); left > 0; left--) {
            byte[] message =
                    (random.nextBoolean() ? TrueMessages.hello(random) : TrueMessages.any(random)).toByteArray();
            all = Mutations.joined(all, TrueMessages.framed(Mutations.mutate(message, random)));
        }
        return all;
    }
}
