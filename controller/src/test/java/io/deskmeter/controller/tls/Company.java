package io.deskmeter.controller.tls;

import io.deskmeter.controller.enrolment.CertificateAuthority;
import io.deskmeter.controller.enrolment.ServerCertificate;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.Pem;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** A company with an authority that is not the controller's, and the files that it gives to the controller. */
public final class Company {
    private static final SecretsKey KEY = new SecretsKey(SecretsKey.random());
    private final CertificateAuthority authority;
    private final Path folder;

    public Company(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.authority = CertificateAuthority.open(folder, KEY, InstantSource.system());
    }

    public Fingerprint fingerprint() {
        return authority.fingerprint();
    }

    public X509Certificate certificate() {
        return authority.certificate();
    }

    /** A new key and certificate, with the authority's. */
    public KeyAndChain issue(String... names) throws IOException {
        return issue(Instant.now(), names);
    }

    KeyAndChain issue(Instant at, String... names) throws IOException {
        InstantSource clock = InstantSource.fixed(at);
        return new ServerCertificate(CertificateAuthority.open(folder, KEY, clock), List.of(names), clock).get();
    }

    public CertificateFiles files() {
        return new CertificateFiles(folder.resolve("fullchain.pem"), folder.resolve("key.pem"));
    }

    /** Puts both in place of those that were there. */
    public CertificateFiles put(KeyAndChain issued) throws IOException {
        putChain(issued);
        putKey(issued);
        return files();
    }

    void putChain(KeyAndChain issued) throws IOException {
        StringBuilder text = new StringBuilder();
        issued.chain().forEach(certificate -> text.append(Pem.of(certificate)));
        Files.writeString(files().certificate(), text);
    }

    void putKey(KeyAndChain issued) throws IOException {
        String text = Pem.of(issued);
        String end = "-----END PRIVATE KEY-----\n";
        write(files().key(), text.substring(0, text.indexOf(end) + end.length()));
    }

    static void write(Path key, String text) throws IOException {
        Files.deleteIfExists(key);
        Files.createFile(key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(key, text.getBytes(StandardCharsets.US_ASCII));
    }
}
