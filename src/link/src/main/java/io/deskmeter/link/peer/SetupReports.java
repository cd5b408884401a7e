package io.deskmeter.link.peer;

import io.deskmeter.link.v1.SetupReport;
import java.security.cert.X509Certificate;
import java.util.Optional;

/** Takes what setups of machines tell. Called on a worker: it may block. */
@FunctionalInterface
public interface SetupReports {
    /** Of a server that no machine is set up for. */
    SetupReports NONE = (report, shown) -> {
        throw new Certificates.RefusedException(Certificates.NOT_HERE);
    };

    /**
     * Keeps how far a setup is.
     *
     * @param shown the certificate of the machine, if it has shown one
     * @throws Certificates.RefusedException if the machine may not tell it, or it is not what a setup tells
     */
    void note(SetupReport report, Optional<X509Certificate> shown) throws Certificates.RefusedException;
}
