package io.deskmeter.controller.enrolment;

import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * The certificate of this controller, issued anew when a third of its validity is left, or when it is not valid yet,
 * because the clock was ahead when it was issued. Thread-safe.
 */
public final class ServerCertificate implements Supplier<KeyAndChain> {
    private final CertificateAuthority authority;
    private final List<String> names;
    private final InstantSource clock;
    private KeyAndChain current;

    /** @param names by which agents reach this controller, at least one */
    public ServerCertificate(CertificateAuthority authority, List<String> names, InstantSource clock) {
        this.authority = authority;
        this.names = List.copyOf(names);
        this.clock = clock;
        this.current = authority.server(this.names);
    }

    @Override
    public synchronized KeyAndChain get() {
        Instant now = clock.instant();
        Instant from = current.certificate().getNotBefore().toInstant();
        if (current.isDue(now) || now.isBefore(from)) {
            current = authority.server(names);
        }
        return current;
    }
}
