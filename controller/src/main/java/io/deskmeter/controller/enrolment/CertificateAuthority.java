package io.deskmeter.controller.enrolment;

import io.deskmeter.controller.secrets.OtherKeyException;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.access.PrivateFile;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.EnrolmentProof;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.tls.Pem;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.Plural;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Issues the certificates of this controller and of its agents. Its key is sealed in a private file of the data folder.
 * Where another controller of the store has let it issue certificates for that controller's authority, its own
 * certificate is between that authority and what it issues. Thread-safe.
 */
public final class CertificateAuthority {
    /** Its key and its certificate, in the data folder. */
    static final String FILE = "authority.pem";

    private static final String SEALED_KEY = "DESKMETER SEALED PRIVATE KEY";
    private static final String PURPOSE = "authority";
    private static final String CONTROLLER = "Deskmeter controller ";

    private static final Duration AUTHORITY_VALID = Duration.ofDays(20 * 365);
    private static final Duration SERVER_VALID = Duration.ofDays(90);
    private static final Duration AGENT_VALID = Duration.ofDays(90);

    /** Clocks of machines may differ by an hour, and more while they start. */
    private static final Duration EARLIER = Duration.ofHours(2);

    /** An authority cannot be made again: the clock may be ahead when it is made. */
    private static final Duration AUTHORITY_EARLIER = Duration.ofDays(2 * 365);

    /** An authority, or a controller that issues for it: that one cannot let others issue. */
    private static final int LONGEST_CHAIN = 2;

    private static final int SERIAL_BITS = 127;
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final KeyAndChain issuer;
    private final InstantSource clock;

    private CertificateAuthority(KeyAndChain issuer, InstantSource clock) {
        this.issuer = issuer;
        this.clock = clock;
    }

    /**
     * Reads the authority of a data folder, or makes one.
     *
     * @throws IOException if it is damaged, or others can read its key; the message is for display
     */
    public static CertificateAuthority open(Path data, SecretsKey secrets, InstantSource clock) throws IOException {
        Path file = data.resolve(FILE);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            boolean unused = AtomicFile.createPrivate(file, sealed(selfSigned(clock), secrets));
        }
        PrivateFile.require(file, "whoever has its key can be any agent");
        try {
            KeyAndChain issuer = read(file, secrets);
            if (issuer.chain().size() > LONGEST_CHAIN || issuer.certificate().getBasicConstraints() < 0) {
                throw new IOException(
                        "certificates: " + issuer.chain().size() + ", the first of "
                                + issuer.certificate().getSubjectX500Principal()
                                + " (expected: that of an authority, or of a controller that issues for it, and the authority's)");
            }
            requireIntact(issuer.chain());
            return new CertificateAuthority(issuer, clock);
        } catch (IOException e) {
            throw new IOException(
                    file + ": " + e.getMessage()
                            + " (expected: the key and the certificate of this controller's authority; hint: put it back from a backup. Without"
                            + " it all agents of other machines must join again)",
                    e);
        }
    }

    private static byte[] sealed(KeyAndChain issuer, SecretsKey secrets) {
        byte[] key = secrets.seal(issuer.key().getEncoded(), PURPOSE);
        StringBuilder text = new StringBuilder(Pem.block(SEALED_KEY, key));
        issuer.chain().forEach(certificate -> text.append(Pem.of(certificate)));
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** The key of a file of an earlier version, or one that people have put there, is sealed now. */
    private static KeyAndChain read(Path file, SecretsKey secrets) throws IOException {
        String text = Files.readString(file);
        Optional<byte[]> sealed = Pem.content(text, SEALED_KEY);
        if (sealed.isPresent()) {
            byte[] key = secrets.open(sealed.get(), PURPOSE)
                    .orElseThrow(() -> new IOException(OtherKeyException.expected("its key")));
            return Pem.keyAndChain(Pem.block(Pem.KEY, key), text);
        }
        KeyAndChain issuer = Pem.keyAndChain(text);
        if (issuer.chain().size() <= LONGEST_CHAIN) {
            AtomicFile.writePrivate(file, sealed(issuer, secrets));
        }
        return issuer;
    }

    /**
     * The authority of a controller with a store, which knows by which authority machines have joined.
     *
     * @param anew whether another one may take its place, so that these machines must join again
     * @param join another controller, whose authority it is to be if the folder has none; null for an own one
     * @throws IOException as {@link #open}; or because machines have joined by another one than that in the folder, or
     *     that controller refuses
     */
    public static CertificateAuthority open(
            Path data,
            SecretsKey secrets,
            InstantSource clock,
            EnrolmentStore store,
            boolean anew,
            @Nullable AuthorityToJoin join)
            throws IOException {
        Path file = data.resolve(FILE);
        Optional<String> known = store.authority();
        long machines = store.agents().stream()
                .filter(agent -> agent.revokedAt() == null)
                .count();
        boolean bound = known.isPresent() && machines > 0 && !anew;
        if (join != null) {
            // Before a token is spent for what could not be used.
            join(data, secrets, join, bound ? known : Optional.empty(), machines);
        }
        if (bound && !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw other(file + ": missing", known.get(), machines);
        }
        if (bound) {
            // Before its key is opened, which is sealed with another one, too, where the file is that of another
            // controller.
            Optional<String> there = fingerprint(file).filter(text -> !text.equals(known.get()));
            if (there.isPresent()) {
                throw other(file + ": " + there.get(), known.get(), machines);
            }
        }
        CertificateAuthority authority = open(data, secrets, clock);
        String text = authority.fingerprint().text();
        if (!known.equals(Optional.of(text))) {
            store.authority(text);
        }
        return authority;
    }

    /**
     * Once: later starts with the same command line find the file.
     *
     * @param bound the authority by which machines know this controller, if it must stay so
     */
    private static void join(Path data, SecretsKey secrets, AuthorityToJoin join, Optional<String> bound, long machines)
            throws IOException {
        Path file = data.resolve(FILE);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            requireJoined(file, join);
            return;
        }
        String other = join.host() + ":" + join.port();
        JoinToken token = token(join)
                .orElseThrow(() -> new IOException("--authority-of: " + other
                        + " without a join token (expected: one until this controller has joined; hint: --join with that of ./deskmeter enrol"
                        + " --as-controller there)"));
        if (bound.isPresent() && !bound.get().equals(token.authority().text())) {
            throw other(file + ": missing, and the join token is of " + token.authority(), bound.get(), machines);
        }
        MachineIdentity.requireRoom(data);
        KeyAndChain issuer = EnrolmentClient.enrolController(join.host(), join.port(), token, join.machine());
        if (issuer.chain().size() != LONGEST_CHAIN || issuer.certificate().getBasicConstraints() < 0) {
            throw new IOException("certificate of " + other + ": of "
                    + issuer.certificate().getSubjectX500Principal()
                    + " (expected: one that may issue certificates; hint: must be a controller of this version)");
        }
        AtomicFile.writePrivate(file, sealed(issuer, secrets));
    }

    /** An authority of its own is not that of another controller; a damaged file is told when it is opened. */
    private static void requireJoined(Path file, AuthorityToJoin join) throws IOException {
        List<X509Certificate> there;
        try {
            there = Pem.certificates(Files.readString(file));
        } catch (IOException e) {
            return;
        }
        if (there.size() == 1) {
            String wanted = token(join)
                    .map(token -> token.authority() + ", that of the join token")
                    .orElse("that of " + join.host() + ":" + join.port());
            throw new IOException(
                    file + ": " + Fingerprint.of(there.get(0)) + ", of this controller alone (expected: "
                            + wanted
                            + "; hint: to let this controller issue certificates for that authority, move the file away, and start once with"
                            + " --new-authority if machines have joined: those that have joined this controller must then join again)");
        }
    }

    private static Optional<JoinToken> token(AuthorityToJoin join) throws IOException {
        try {
            return join.token().read();
        } catch (IllegalArgumentException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new IOException("--join-file: " + FaultText.reason(e) + " (expected: a file with a join token)", e);
        }
    }

    /** Of the authority in a file; empty if it cannot be read, which opening it says. */
    private static Optional<String> fingerprint(Path file) {
        try {
            List<X509Certificate> certificates = Pem.certificates(Files.readString(file));
            return Optional.of(
                    Fingerprint.of(certificates.get(certificates.size() - 1)).text());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static IOException other(String what, String known, long machines) {
        return new IOException(what + " (expected: the authority " + known + ", by which "
                + Plural.of(machines, "machine")
                + (machines == 1 ? " knows" : " know")
                + " this controller; hint: put it back from a backup. If it is lost: --new-authority once, and all of them must join"
                + " again)");
    }

    private static void requireIntact(List<X509Certificate> chain) throws IOException {
        for (int i = 0; i < chain.size(); i++) {
            X509Certificate signer = chain.get(Math.min(i + 1, chain.size() - 1));
            try {
                chain.get(i).verify(signer.getPublicKey());
            } catch (GeneralSecurityException e) {
                throw new IOException(
                        "certificate " + (i + 1) + ": " + e.getMessage() + " (expected: one that the key of "
                                + signer.getSubjectX500Principal() + " has signed)",
                        e);
            }
        }
    }

    /** When it was issued, by the clock of the controller that did. */
    static Instant issued(X509Certificate certificate) {
        return certificate.getNotBefore().toInstant().plus(EARLIER);
    }

    /** By which agents know this controller. */
    public X509Certificate certificate() {
        return issuer.authority();
    }

    public Fingerprint fingerprint() {
        return Fingerprint.of(certificate());
    }

    /**
     * A new key and certificate for a server.
     *
     * @param names host names and addresses, at least one
     */
    KeyAndChain server(List<String> names) {
        KeyPair keys = EnrolmentProof.newKeys();
        GeneralName[] alternatives = names.stream()
                .map(name -> new GeneralName(
                        ADDRESS.matcher(name).matches() ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new);
        try {
            JcaX509v3CertificateBuilder builder = machine(names.get(0), keys.getPublic(), SERVER_VALID);
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives));
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            return new KeyAndChain(keys.getPrivate(), issued(builder));
        } catch (CertIOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The name of the certificate with whose key it signs. */
    String issuer() {
        return Issuers.subject(issuer.certificate());
    }

    /** The id that this controller got when it joined the authority of another one; empty if it has one of its own. */
    public Optional<String> issuingAs() {
        return isAuthority()
                ? Optional.empty()
                : Optional.of(MachineIdentity.commonName(issuer.certificate()).substring(CONTROLLER.length()));
    }

    /**
     * Whether this is the authority itself, and not a controller that issues for it: only then it can let others issue.
     */
    boolean isAuthority() {
        return issuer.chain().size() == 1;
    }

    /**
     * The certificates of another controller, which may then issue certificates for this authority, but let nobody else
     * do so: its own and the authority's. It is valid as long as the authority's.
     *
     * @param id which no other one has
     */
    List<X509Certificate> controller(String id, PublicKey key) {
        Duration left =
                Duration.between(clock.instant(), certificate().getNotAfter().toInstant());
        JcaX509v3CertificateBuilder builder = builder(CONTROLLER + id, key, left);
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        } catch (CertIOException e) {
            throw new IllegalStateException(e);
        }
        return issued(builder);
    }

    private List<X509Certificate> issued(JcaX509v3CertificateBuilder builder) {
        List<X509Certificate> chain = new ArrayList<>();
        chain.add(signed(builder, issuer.key()));
        chain.addAll(issuer.chain());
        return chain;
    }

    /** The certificates of an agent: its own, those behind it, the authority's last. */
    List<X509Certificate> agent(String id, PublicKey key) {
        try {
            JcaX509v3CertificateBuilder builder = machine(id, key, AGENT_VALID);
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
            return issued(builder);
        } catch (CertIOException e) {
            throw new IllegalStateException(e);
        }
    }

    private JcaX509v3CertificateBuilder machine(String name, PublicKey key, Duration valid) throws CertIOException {
        JcaX509v3CertificateBuilder builder = builder(name, key, valid);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        return builder;
    }

    private JcaX509v3CertificateBuilder builder(String name, PublicKey key, Duration valid) {
        Instant now = clock.instant();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                issuer.certificate(),
                serial(),
                Date.from(now.minus(EARLIER)),
                Date.from(now.plus(valid)),
                subject(name),
                key);
        try {
            JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    identifiers.createAuthorityKeyIdentifier(issuer.certificate()));
            builder.addExtension(Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(key));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
        return builder;
    }

    private static X500Principal subject(String name) {
        try {
            return new X500Principal(new X500NameBuilder(BCStyle.INSTANCE)
                    .addRDN(BCStyle.CN, name)
                    .build()
                    .getEncoded());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyAndChain selfSigned(InstantSource clock) {
        KeyPair keys = EnrolmentProof.newKeys();
        Instant now = clock.instant();
        BigInteger serial = serial();
        var name = subject("Deskmeter authority " + serial.toString(16).substring(0, 8));
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name,
                serial,
                Date.from(now.minus(AUTHORITY_EARLIER)),
                Date.from(now.plus(AUTHORITY_VALID)),
                name,
                keys.getPublic());
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(1));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
        return new KeyAndChain(keys.getPrivate(), List.of(signed(builder, keys.getPrivate())));
    }

    private static X509Certificate signed(JcaX509v3CertificateBuilder builder, PrivateKey key) {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
        } catch (OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("the authority cannot sign: " + e.getMessage(), e);
        }
    }

    private static BigInteger serial() {
        return new BigInteger(SERIAL_BITS, RANDOM).setBit(SERIAL_BITS - 1);
    }
}
