package io.deskmeter.screen.rfb.handshake;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The supported security types, in order of preference. Those that run inside TLS, and Plain, are offered within
 * VeNCrypt (type 19) only.
 */
public enum SecurityType {
    /** TLS with the server's certificate, then name and password. */
    X509_PLAIN(262, "X509Plain", Layer.CERTIFIED_TLS, Proof.NAME_AND_PASSWORD),
    /** TLS with the server's certificate, then VncAuth. */
    X509_VNC(261, "X509Vnc", Layer.CERTIFIED_TLS, Proof.PASSWORD),
    /** TLS with the server's certificate. */
    X509_NONE(260, "X509None", Layer.CERTIFIED_TLS, Proof.NOTHING),
    /** TLS without a certificate, then name and password. */
    TLS_PLAIN(259, "TLSPlain", Layer.ANONYMOUS_TLS, Proof.NAME_AND_PASSWORD),
    /** TLS without a certificate, then VncAuth. */
    TLS_VNC(258, "TLSVnc", Layer.ANONYMOUS_TLS, Proof.PASSWORD),
    /** TLS without a certificate. */
    TLS_NONE(257, "TLSNone", Layer.ANONYMOUS_TLS, Proof.NOTHING),
    /** Apple's: name and password encrypted with a Diffie-Hellman key, the desktop itself unencrypted. */
    APPLE(30, "Apple", Layer.OPEN, Proof.NAME_AND_PASSWORD),
    /** A challenge that is encrypted with the first 8 characters of the password. */
    VNC_AUTH(2, "VncAuth", Layer.OPEN, Proof.PASSWORD),
    /** Name and password, unencrypted. */
    PLAIN(256, "Plain", Layer.OPEN, Proof.NAME_AND_PASSWORD),
    NONE(1, "None", Layer.OPEN, Proof.NOTHING);

    /** The transport of the messages. */
    enum Layer {
        OPEN,
        ANONYMOUS_TLS,
        CERTIFIED_TLS
    }

    /** The required credentials. */
    enum Proof {
        NOTHING,
        PASSWORD,
        NAME_AND_PASSWORD
    }

    /** The security type that offers others, with numbers of four bytes. */
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

    /** Whether the server proves who it is by a certificate, before anything else is said. */
    public boolean showsCertificate() {
        return layer == Layer.CERTIFIED_TLS;
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

    /** Whether it is offered within {@link #VENCRYPT} only. */
    boolean isWithinVeNCrypt() {
        return code > 0xFF;
    }

    /** Whether an eavesdropper could read the password. */
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
            case 5, 6, 13, 129, 130, 133 -> "RealVNC's RSA-AES (" + code + ")";
            case 16 -> "Tight (16)";
            case 17 -> "UltraVNC (17)";
            case 18 -> "TLS of Vino (18)";
            case VENCRYPT -> "VeNCrypt (19)";
            case 20 -> "SASL of GTK-VNC (20)";
            case 21 -> "MD5 (21)";
            case 22 -> "xvp (22)";
            case 31, 32, 34 -> "Apple's type " + code;
            case 33 -> "Apple's RSA-SRP (33)";
            case 35 -> "Apple's Kerberos (35)";
            case 36 -> "Apple's SRP (36)";
            case 104 -> "UltraVNC's question to the user (104)";
            case 105 -> "UltraVNC's choice of a session (105)";
            case 112 -> "UltraVNC's MS-Logon I (112)";
            case 113 -> "UltraVNC's MS-Logon II (113)";
            case 114, 115 -> "UltraVNC's SecureVNC plug-in (" + code + ")";
            case 263 -> "SASL in TLS (263)";
            case 264 -> "SASL in certified TLS (264)";
            default -> "type " + code;
        };
    }

    /** The name as in a server's documentation: {@code X509Vnc}. */
    @Override
    public String toString() {
        return label;
    }

    /**
     * The type of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static SecurityType named(String label) {
        for (SecurityType type : values()) {
            if (type.label.equals(label)) {
                return type;
            }
        }
        throw new IllegalArgumentException("security type: " + label + " (expected: one of " + all() + ")");
    }

    /** All types, in order of preference. */
    public static List<SecurityType> all() {
        return List.of(values());
    }
}
