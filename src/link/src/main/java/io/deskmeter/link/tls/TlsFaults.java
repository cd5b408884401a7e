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
     * Describes a failed handshake or connection of an agent.
     *
     * @param peer its address
     */
    public static String describe(Throwable fault, String peer) {
        return describe(fault, peer, LINK);
    }

    /**
     * Describes a failed handshake or connection of a command with a controller's web server.
     *
     * @param peer its address
     */
    public static String describeWeb(Throwable fault, String peer) {
        return describe(fault, peer, WEB);
    }

    private static String describe(Throwable fault, String peer, Hints hints) {
        String message = String.valueOf(fault.getMessage());
        if (message.contains("plaintext connection")
                || message.contains("not an SSL/TLS record")
                || message.contains("Unsupported or unrecognized SSL message")) {
            return peer + ": answers without TLS " + hints.withoutTls();
        }
        int alert = message.indexOf(ALERT);
        if (alert >= 0) {
            return peer + ": refuses this program's certificate or TLS: " + message.substring(alert + ALERT.length())
                    + " " + hints.refused();
        }
        Throwable cause = certificateFault(fault);
        if (cause instanceof CertificateExpiredException || cause instanceof CertificateNotYetValidException) {
            return peer + ": its certificate is not valid now: " + cause.getMessage()
                    + " (expected: one that is valid at this machine's time; hint: compare the clocks of both machines)";
        }
        if (cause instanceof CertPathValidatorException
                || message.contains("unable to find valid certification path")) {
            return peer + ": its certificate is of another authority " + hints.otherAuthority();
        }
        if (cause != null && (message.contains("No name matching") || message.contains("No subject alternative"))) {
            return peer + ": its certificate is for other names: " + cause.getMessage() + " " + hints.otherName();
        }
        String what = String.valueOf(cause == null ? message : cause.getMessage());
        return peer + ": TLS: " + what + (what.contains("(expected: ") ? "" : hints.other());
    }

    /** What was expected, by whom. */
    private record Hints(String withoutTls, String refused, String otherAuthority, String otherName, String other) {}

    private static final Hints LINK = new Hints(
            "(expected: TLS 1.3; hint: is this the controller's port for agents of other machines?)",
            "(expected: a certificate of the controller's authority; hint: join again with --join)",
            "(expected: that of the controller which this agent has joined; hint: if the controller was set up anew, join again with --join)",
            "(expected: the name that this machine uses; hint: start the controller with --name)",
            "");
    private static final Hints WEB = new Hints(
            "(expected: TLS 1.2 or 1.3; hint: is this the controller's address for --https?)",
            "(expected: TLS 1.2 or 1.3 without a client's certificate; hint: is this the controller's address for --https?)",
            "(expected: that by which this controller is known here; hint: compare the fingerprint with the one that the controller prints at its"
                    + " start; if it has a new one, ./deskmeter login again)",
            "(expected: the name in the URL; hint: use one of those names, or start the controller with --name)",
            " (expected: the certificate of a controller that is known here; hint: ./deskmeter login)");

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
