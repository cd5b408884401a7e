package io.deskmeter.controller.enrolment;

import io.deskmeter.link.tls.Fingerprint;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The certificates with which an agent may connect: its newest one, and the one with which it has asked for that,
 * because an answer can be lost on its way.
 *
 * @param newest fingerprint
 * @param issuer of the newest one
 * @param former fingerprint; null if none was renewed yet
 */
public record IssuedCertificates(
        String newest, String issuer, @Nullable String former) {
    static IssuedCertificates first(X509Certificate certificate) {
        return new IssuedCertificates(Fingerprint.of(certificate).text(), Issuers.issuer(certificate), null);
    }

    static IssuedCertificates renewed(X509Certificate certificate, X509Certificate shown) {
        return new IssuedCertificates(
                Fingerprint.of(certificate).text(),
                Issuers.issuer(certificate),
                Fingerprint.of(shown).text());
    }

    /** The newest one becomes the former one. */
    IssuedCertificates replacedBy(X509Certificate certificate) {
        return new IssuedCertificates(Fingerprint.of(certificate).text(), Issuers.issuer(certificate), newest);
    }

    boolean contains(X509Certificate certificate) {
        String shown = Fingerprint.of(certificate).text();
        return shown.equals(newest) || shown.equals(former);
    }
}
