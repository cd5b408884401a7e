package io.deskmeter.controller;

import io.deskmeter.controller.enrolment.AuthorityToJoin;
import io.deskmeter.controller.openid.OpenIdSettings;
import io.deskmeter.controller.tls.CertificateFiles;
import org.jspecify.annotations.Nullable;

/**
 * Who connects to a controller from other machines, and how they know it.
 *
 * @param agents where agents connect; null if they do not
 * @param newAuthority whether another authority may take the place of the one by which machines have joined
 * @param authority of another controller of the same store, for which this one issues certificates; null for an
 *     authority of its own
 * @param https where browsers and commands connect; null if they do not
 * @param certificate of a company, shown to them; null for one of the controller's authority
 * @param openId whose people may log in there, too; null if nobody's
 */
public record RemoteSettings(
        @Nullable MachineListener agents,
        boolean newAuthority,
        @Nullable AuthorityToJoin authority,
        @Nullable MachineListener https,
        @Nullable CertificateFiles certificate,
        @Nullable OpenIdSettings openId) {
    /** Nobody connects from another machine. */
    public static final RemoteSettings NONE = new RemoteSettings(null, false, null, null, null, null);

    RemoteSettings withAgents(MachineListener listener) {
        return new RemoteSettings(listener, newAuthority, authority, https, certificate, openId);
    }

    RemoteSettings withAuthority(AuthorityToJoin other) {
        return new RemoteSettings(agents, newAuthority, other, https, certificate, openId);
    }

    RemoteSettings withHttps(MachineListener listener) {
        return new RemoteSettings(agents, newAuthority, authority, listener, certificate, openId);
    }

    RemoteSettings withCertificate(CertificateFiles files) {
        return new RemoteSettings(agents, newAuthority, authority, https, files, openId);
    }

    RemoteSettings withOpenId(OpenIdSettings provider) {
        return new RemoteSettings(agents, newAuthority, authority, https, certificate, provider);
    }
}
