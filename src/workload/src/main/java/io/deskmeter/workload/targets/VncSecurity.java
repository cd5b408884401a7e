package io.deskmeter.workload.targets;

import java.util.List;

/**
 * How sessions authenticate at the RFB servers of a target.
 *
 * @param certificate which ones of the hosts will do: {@code system}, {@code sha256:…}, {@code file:…} or {@code any}
 * @param types the security types that may be used, in order of preference, by their names; empty for all
 */
public record VncSecurity(String certificate, List<String> types) {
    /** Those that Deskmeter supports, the preferred ones first. */
    public static final List<String> TYPES = List.of(
            "X509Plain", "X509Vnc", "X509None", "TLSPlain", "TLSVnc", "TLSNone", "Apple", "VncAuth", "Plain", "None");

    /** All types, and certificates that an authority stands for: nothing weaker without a word of the profile. */
    public static final VncSecurity DEFAULT = new VncSecurity(Target.SYSTEM_CERTIFICATES, List.of());

    public VncSecurity {
        types = List.copyOf(types);
    }
}
