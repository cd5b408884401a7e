package io.deskmeter.screen.rfb.handshake;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The ways to be let in that we know, the one we like best first. Those that run inside TLS, and Plain, are offered within VeNCrypt
 * (type 19) only.
 */
public enum SecurityType {
    /** TLS with the server's certificate, then name and password. */
    X509_PLAIN(262, "X509Plain", Layer.CERTIFIED_TLS, Proof.NAME_AND_PASSWORD),
    /** TLS with the server's certificate, then VncAuth. */
    X509_VNC(261, "X509Vnc", Layer.CERTIFIED_TLS, Proof.PASSWORD),
    /** TLS with the server's certificate. */
    X509_NONE(260, "X509None", Layer.CERTIFIED_TLS, Proof.NOTHING),
    /** TLS with nobody's certificate, then name and password. */
    TLS_PLAIN(259, "TLSPlain", Layer.ANONYMOUS_TLS, Proof.NAME_AND_PASSWORD),
    /** TLS with nobody's certificate, then VncAuth. */
    TLS_VNC(258, "TLSVnc", Layer.ANONYMOUS_TLS, Proof.PASSWORD),
    /** TLS with nobody's certificate. */
    TLS_NONE(257, "TLSNone", Layer.ANONYMOUS_TLS, Proof.NOTHING),
    /** Apple's: name and password under a Diffie-Hellman key, the desktop itself in the clear. */
    APPLE(30, "Apple", Layer.OPEN, Proof.NAME_AND_PASSWORD),
    /** A challenge that is encrypted with the password, of which 8 characters count. */
    VNC_AUTH(2, "VncAuth", Layer.OPEN, Proof.PASSWORD),
    /** Name and password in the clear. */
    PLAIN(256, "Plain", Layer.OPEN, Proof.NAME_AND_PASSWORD),
    NONE(1, "None", Layer.OPEN, Proof.NOTHING);

    /** What lies below the messages. */
    enum Layer {
        OPEN,
        ANONYMOUS_TLS,
        CERTIFIED_TLS
    }

    /** What we have to show. */
    enum Proof {
        NOTHING,
        PASSWORD,
        NAME_AND_PASSWORD
    }

    /** The security type that offers others, by their own numbers of four bytes. */
    static final int VENCRYPT = 19;

    private final int code;
    private final String label;
    private final Layer layer;
    private final Proof proof;

    SecurityType(int code, String label, Layer layer, Proof proof) {
        this.code = code;
        this.label = label;
        this.layer = layer;
        this.proof = proof;
    }

    int code() {
        return code;
    }

    Layer layer() {
        return layer;
    }

    Proof proof() {
        return proof;
    }

    /** Whether it hides within {@link #VENCRYPT} and is not offered by itself. */
    boolean isWithinVeNCrypt() {
        return code > 0xFF;
    }

    /** Whether a stranger in the middle of the line could read the password. */
    boolean trustsWhoeverAnswers() {
        return proof == Proof.NAME_AND_PASSWORD && layer != Layer.CERTIFIED_TLS;
    }

    static String names(Collection<Integer> codes) {
        return codes.isEmpty()
                ? "nothing"
                : codes.stream().map(SecurityType::name).collect(Collectors.joining(", "));
    }

    private static String name(int code) {
        for (SecurityType type : values()) {
            if (type.code == code) {
                return type.label;
            }
        }
        return switch (code) {
            case 5, 6, 13, 129, 130, 133 -> "RSA-AES (" + code + ")";
            case 16 -> "Tight (16)";
            case 18 -> "TLS (18)";
            case VENCRYPT -> "VeNCrypt (19)";
            default -> "type " + code;
        };
    }

    /** As a server's documentation writes it: {@code X509Vnc}. */
    @Override
    public String toString() {
        return label;
    }

    /** All, the best first. */
    public static List<SecurityType> all() {
        return List.of(values());
    }
}
