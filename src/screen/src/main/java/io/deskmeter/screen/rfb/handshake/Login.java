package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The credentials, and which servers may receive them. Decides which of the offered security types is used. Credentials
 * that an eavesdropper could read are not sent beyond this machine; an unverified server receives them only if
 * {@code anyServer} is set.
 *
 * @param user null for none
 * @param password null for none
 * @param accepted the security types that may be used, in order of preference
 * @param privateLine whether the connection does not leave this machine
 * @param anonymousTls whether this Java allows TLS without a certificate
 * @param anyServer whether the settings trust any server
 */
public record Login(
        @Nullable String user,
        @Nullable String password,
        List<SecurityType> accepted,
        boolean privateLine,
        boolean anonymousTls,
        boolean anyServer) {
    public Login {
        accepted = List.copyOf(accepted);
    }

    /** For a connection within this machine: all types, without TLS. */
    public static Login local(@Nullable String user, @Nullable String password) {
        return new Login(user, password, SecurityType.all(), true, false, false);
    }

    /** Chooses from the types that a server offers directly; types that may be within VeNCrypt count as offered. */
    SecurityType chooseOuter(Collection<Integer> offered) throws ScreenException {
        boolean more = offered.contains(SecurityType.VENCRYPT);
        for (SecurityType type : accepted) {
            boolean there = type.isWithinVeNCrypt() ? more : offered.contains(type.code());
            if (there && obstacle(type) == null) {
                return type;
            }
        }
        Set<Integer> possible = new LinkedHashSet<>(offered);
        if (more) {
            accepted.stream().filter(SecurityType::isWithinVeNCrypt).forEach(t -> possible.add(t.code()));
        }
        throw noneFits(offered, possible);
    }

    /** Chooses from the types that a server offers within VeNCrypt. */
    SecurityType chooseInner(Collection<Integer> offered) throws ScreenException {
        for (SecurityType type : accepted) {
            if (offered.contains(type.code()) && obstacle(type) == null) {
                return type;
            }
        }
        throw noneFits(offered, offered);
    }

    private ScreenException noneFits(Collection<Integer> offered, Collection<Integer> possible) {
        List<String> reasons = new ArrayList<>();
        for (SecurityType type : SecurityType.values()) {
            if (possible.contains(type.code())) {
                String why = accepted.contains(type) ? obstacle(type) : "the settings do not accept it";
                reasons.add(type + ": " + Objects.requireNonNullElse(why, "cannot be used here"));
            }
        }
        String why = reasons.isEmpty() ? "; none of them is supported" : " [" + String.join("; ", reasons) + "]";
        return new ScreenException("security: the server offers " + SecurityType.names(offered) + why
                + " (expected: one that can be used of " + accepted + "; hint: set one of them on the server)");
    }

    /** Why a type cannot be used; null if it can. */
    private @Nullable String obstacle(SecurityType type) {
        if (type.proof() == SecurityType.Proof.NAME_AND_PASSWORD && (user == null || password == null)) {
            return "requires a user name and a password, and the target does not have both";
        }
        if (type.proof() == SecurityType.Proof.PASSWORD && password == null) {
            return "requires a password, and the target has none";
        }
        if (type.layer() == SecurityType.Layer.ANONYMOUS_TLS && !anonymousTls) {
            return "requires TLS without certificates, which this Java forbids unless jdk.tls.disabledAlgorithms is set"
                    + " without \"anon\"";
        }
        if (type == SecurityType.PLAIN && !privateLine) {
            return "would send the password in the clear; use a tunnel";
        }
        if (type.trustsWhoeverAnswers() && !privateLine && !anyServer) {
            return "would send the password to an unverified server; trust any server explicitly, or use a tunnel";
        }
        return null;
    }

    /** Never contains the password. */
    @Override
    public String toString() {
        return "Login[user=" + (user == null ? "none" : user) + ", password=" + (password == null ? "none" : "***")
                + ", accepted=" + accepted + "]";
    }
}
