package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import java.util.List;
import java.util.stream.Collectors;

/** The ways to be let in that we know. */
enum SecurityType {
    NONE(1, "None"),
    VNC_AUTH(2, "VncAuth");

    final int code;
    private final String label;

    SecurityType(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** Prefers the password where we have one; without one only None will do. */
    static SecurityType choose(List<Integer> offered, boolean havePassword) throws ScreenException {
        if (havePassword && offered.contains(VNC_AUTH.code)) {
            return VNC_AUTH;
        }
        if (offered.contains(NONE.code)) {
            return NONE;
        }
        if (offered.contains(VNC_AUTH.code)) {
            throw new ScreenException(
                    "security: the server wants a password and none is given (expected: a password in the target)");
        }
        throw new ScreenException("security: the server offers " + names(offered) + " (expected: None or VncAuth)");
    }

    private static String names(List<Integer> codes) {
        return codes.stream().map(SecurityType::name).collect(Collectors.joining(", "));
    }

    private static String name(int code) {
        for (SecurityType type : values()) {
            if (type.code == code) {
                return type.label;
            }
        }
        return switch (code) {
            case 5, 6, 13, 129, 133 -> "RSA-AES (" + code + ")";
            case 16 -> "Tight (16)";
            case 18 -> "TLS (18)";
            case 19 -> "VeNCrypt (19)";
            case 30 -> "Apple (30)";
            default -> "type " + code;
        };
    }
}
