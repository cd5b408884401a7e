package io.deskmeter.controller.openid;

import io.deskmeter.controller.request.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads from what a provider says about somebody what that one may do here. */
final class RoleClaim {
    private RoleClaim() {}

    /** Whether the claim is there at all. */
    static boolean isIn(Map<String, Object> claims, String name) {
        return value(claims, name) != null;
    }

    /** The values of the claim, a text or several; none if it is something else. */
    static List<String> values(Map<String, Object> claims, String name) {
        Object value = value(claims, name);
        List<String> values = new ArrayList<>();
        if (value instanceof Collection<?> several) {
            several.forEach(one -> {
                if (one instanceof String text) {
                    values.add(text);
                }
            });
        } else if (value instanceof String text) {
            values.add(text);
        }
        return values;
    }

    /** The role of the claim: the highest one of its values; empty if none of them has one. */
    static Optional<Role> role(Map<String, Object> claims, OpenIdSettings settings) {
        return values(claims, settings.roleClaim()).stream()
                .flatMap(value -> Optional.ofNullable(settings.roles().get(value)).stream())
                .max(Comparator.naturalOrder());
    }

    /** A name with dots is first taken as it is: some providers use addresses as names of claims. */
    private static @Nullable Object value(Map<String, Object> claims, String name) {
        Object whole = claims.get(name);
        int dot = name.indexOf('.');
        if (whole != null || dot < 0 || !(claims.get(name.substring(0, dot)) instanceof Map<?, ?> inner)) {
            return whole;
        }
        Map<String, Object> below = new HashMap<>();
        inner.forEach((key, value) -> below.put(String.valueOf(key), value));
        return value(below, name.substring(dot + 1));
    }
}
