package io.deskmeter.controller.enrolment;

import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** The certificate of this controller, issued anew when a third of its validity is left. Thread-safe. */
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
        if (current.isDue(clock.instant())) {
            current = authority.server(names);
        }
        return current;
    }
}
