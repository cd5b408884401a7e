package io.deskmeter.controller.openid;

import io.deskmeter.controller.request.Role;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The provider of OpenID Connect whose people may log in, and what they may do.
 *
 * @param issuer as the provider writes itself, to the letter
 * @param clientId by which the provider knows this controller
 * @param clientSecret null for a client without one
 * @param name of the provider, for people
 * @param roleClaim what tells the role; {@code a.b} is {@code b} in {@code a}
 * @param roles of values of that claim
 * @param scopes that are asked for, beside {@code openid}
 * @param authorities that the provider's certificate may have; empty for those of this Java
 */
public record OpenIdSettings(
        String issuer,
        String clientId,
        @Nullable String clientSecret,
        String name,
        String roleClaim,
        Map<String, Role> roles,
        List<String> scopes,
        List<X509Certificate> authorities) {
    private static final Set<Role> GIVEN = Set.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN);
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

    public OpenIdSettings {
        URI address = address(issuer);
        requireSafe("--oidc-issuer", issuer);
        if (address.getRawQuery() != null || address.getRawFragment() != null) {
            throw new IllegalArgumentException("--oidc-issuer: " + issuer
                    + " (expected: an address without ? and #, as the provider names itself)");
        }
        if (roles.isEmpty()) {
            throw new IllegalArgumentException(
                    "--oidc-role: none (expected: VALUE=ROLE at least once, because nobody could log in; hint: a value of the claim "
                            + roleClaim + ", as desk-admins=admin)");
        }
        roles.forEach((value, role) -> {
            if (!GIVEN.contains(role)) {
                throw new IllegalArgumentException("--oidc-role: " + value + "=" + role.word()
                        + " (expected: viewer, operator or admin, because it is for people)");
            }
        });
        roles = Collections.unmodifiableMap(new TreeMap<>(roles));
        scopes = List.copyOf(scopes);
        authorities = List.copyOf(authorities);
    }

    /** Without the secret: records are printed into logs. */
    @Override
    public String toString() {
        return "OpenID Connect of " + issuer;
    }

    /** The values that give a role, for people. */
    String expected() {
        return String.join(", ", new TreeMap<>(roles).keySet());
    }

    private static URI address(String text) {
        try {
            URI address = new URI(text);
            if (address.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "--oidc-issuer: " + text + " (expected: an address, as https://login.example.org/realms/desk)");
    }

    /** An address by which secrets go. */
    static void requireSafe(String what, String address) {
        URI parsed;
        try {
            parsed = new URI(address);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(what + ": " + address + " (expected: an address with https)", e);
        }
        boolean loopback = parsed.getHost() != null
                && "http".equals(parsed.getScheme())
                && LOOPBACK.matcher(parsed.getHost()).matches();
        if (parsed.getHost() == null || (!"https".equals(parsed.getScheme()) && !loopback)) {
            throw new IllegalArgumentException(
                    what + ": " + address
                            + " (expected: an address with https, because secrets go there; http only for this machine itself)");
        }
    }
}
