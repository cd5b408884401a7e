package io.deskmeter.link.tls;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import org.jspecify.annotations.Nullable;

/** Says in words why two ends could not agree. */
public final class TlsFaults {
    private static final String ALERT = "Received fatal alert: ";

    private TlsFaults() {}

    /**
     * Describes a failed handshake or connection.
     *
     * @param peer its address
     */
    public static String describe(Throwable fault, String peer) {
        String message = String.valueOf(fault.getMessage());
        if (message.contains("plaintext connection")
                || message.contains("not an SSL/TLS record")
                || message.contains("Unsupported or unrecognized SSL message")) {
            return peer
                    + ": answers without TLS (expected: TLS 1.3; hint: is this the controller's port for agents of other machines?)";
        }
        int alert = message.indexOf(ALERT);
        if (alert >= 0) {
            return peer + ": refuses this program's certificate or TLS: " + message.substring(alert + ALERT.length())
                    + " (expected: a certificate of the controller's authority; hint: join again with --join)";
        }
        Throwable cause = certificateFault(fault);
        if (cause instanceof CertificateExpiredException || cause instanceof CertificateNotYetValidException) {
            return peer + ": its certificate is not valid now: " + cause.getMessage()
                    + " (expected: one that is valid at this machine's time; hint: compare the clocks of both machines)";
        }
        if (cause instanceof CertPathValidatorException
                || message.contains("unable to find valid certification path")) {
            return peer
                    + ": its certificate is of another authority (expected: that of the controller which this agent has joined; hint: if the controller was set up anew, join again with --join)";
        }
        return peer + ": TLS: " + (cause == null ? message : cause.getMessage());
    }

    private static @Nullable Throwable certificateFault(Throwable fault) {
        Throwable found = null;
        for (Throwable t = fault; t != null; t = t.getCause()) {
            if (t instanceof CertificateException || t instanceof CertPathValidatorException) {
                found = t;
            }
        }
        return found;
    }
}
