package io.deskmeter.screen.rfb;

import io.deskmeter.screen.rfb.handshake.SecurityType;
import java.util.List;

/**
 * How a session authenticates.
 *
 * @param types the security types that may be used, in order of preference
 * @param trust which servers' certificates are trusted. {@link Trust#any()} also allows sending name and password to an
 *     unverified server (TLSPlain, Apple) on another machine
 */
public record RfbSecurity(List<SecurityType> types, Trust trust) {
    public RfbSecurity {
        types = List.copyOf(types);
        if (types.isEmpty()) {
            throw new IllegalArgumentException("security types: none (expected: at least one)");
        }
    }

    /** All types, those with TLS first; certificates of the authorities that this Java trusts. */
    public static RfbSecurity defaults() {
        return new RfbSecurity(SecurityType.all(), Trust.system());
    }
}
