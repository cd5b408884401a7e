package io.deskmeter.controller.tls;

import io.deskmeter.controller.enrolment.CertificateAuthority;
import io.deskmeter.controller.enrolment.ServerCertificate;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The certificates that the ports for other machines show. Thread-safe. */
public final class ServedCertificates implements AutoCloseable {
    private final CertificateAuthority authority;
    private final @Nullable CompanyCertificate company;
    private final InstantSource clock;

    private ServedCertificates(
            CertificateAuthority authority, @Nullable CompanyCertificate company, InstantSource clock) {
        this.authority = authority;
        this.company = company;
        this.clock = clock;
    }

    /**
     * Reads what there is to show.
     *
     * @param files of a company's certificate; null for one of this controller's authority
     * @throws IOException if the files cannot be used; the message is for display
     */
    public static ServedCertificates open(
            CertificateAuthority authority, @Nullable CertificateFiles files, InstantSource clock) throws IOException {
        return new ServedCertificates(authority, files == null ? null : CompanyCertificate.open(files, clock), clock);
    }

    /** Begins to look for changes of a company's certificate. */
    public void watch(InternalFaults faults) {
        if (company != null) {
            company.watch(faults);
        }
    }

    /**
     * What browsers and commands are shown.
     *
     * @param names of this machine, for a certificate of the controller's own authority
     */
    Supplier<KeyAndChain> web(List<String> names) {
        return company == null ? new ServerCertificate(authority, names, clock) : company;
    }

    /**
     * The names by which browsers and commands may call this controller.
     *
     * @param given by the user
     * @param names of this machine, for a certificate of the controller's own authority
     */
    Supplier<List<String>> webNames(List<String> given, List<String> names) {
        if (company == null) {
            return () -> names;
        }
        return () -> {
            Set<String> all = new LinkedHashSet<>(given);
            all.addAll(company.names());
            all.add("localhost");
            return List.copyOf(all);
        };
    }

    /** By which browsers and commands know this controller. */
    public Fingerprint webAuthority() {
        return company == null ? authority.fingerprint() : company.fingerprint();
    }

    /**
     * Agents know the controller's own authority and ask for it, so that a company's certificate may change at any
     * time; who does not ask is shown the company's.
     */
    public SslContext agents(List<String> names) {
        ServerCertificate own = new ServerCertificate(authority, names, clock);
        return LinkTls.server(own, company == null ? own : company, authority.certificate());
    }

    @Override
    public void close() {
        if (company != null) {
            company.close();
        }
    }
}
