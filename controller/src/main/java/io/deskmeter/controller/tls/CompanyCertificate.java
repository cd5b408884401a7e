package io.deskmeter.controller.tls;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.Pem;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate that a company has issued for this controller. It is read again when its files have changed; while
 * they cannot be used, as between the renewal of the one and that of the other, the one before stays in use.
 * Thread-safe.
 */
public final class CompanyCertificate implements Supplier<KeyAndChain>, AutoCloseable {
    static final Duration LOOK = Duration.ofSeconds(2);

    private static final Duration ENDS_SOON = Duration.ofDays(14);
    private static final Duration REMINDED_AFTER = Duration.ofDays(1);
    private static final long LONGEST = 1 << 20;
    private static final String FOR_SERVERS = "1.3.6.1.5.5.7.3.1";
    private static final String FOR_ANYTHING = "2.5.29.37.0";
    private static final int DNS_NAME = 2;
    private static final int ADDRESS = 7;
    private static final Set<PosixFilePermission> TOO_OPEN = EnumSet.of(
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private static final Logger LOG = LoggerFactory.getLogger(CompanyCertificate.class);

    private final CertificateFiles files;
    private final InstantSource clock;
    private volatile KeyAndChain current;
    private volatile @Nullable ScheduledExecutorService timer;
    private String seen;
    private String judged;
    private Instant reminded = Instant.MIN;

    private CompanyCertificate(CertificateFiles files, InstantSource clock, KeyAndChain current, String state) {
        this.files = files;
        this.clock = clock;
        this.current = current;
        this.seen = state;
        this.judged = state;
    }

    /**
     * Reads the files.
     *
     * @throws IOException if they cannot be used; the message is for display
     */
    public static CompanyCertificate open(CertificateFiles files, InstantSource clock) throws IOException {
        String state = state(files);
        CompanyCertificate opened = new CompanyCertificate(files, clock, read(files, clock.instant()), state);
        opened.remind();
        return opened;
    }

    /** Begins to look for changes. */
    public void watch(InternalFaults faults) {
        ScheduledExecutorService looking = ControllerThreads.timers("certificate", faults);
        timer = looking;
        var unused =
                looking.scheduleWithFixedDelay(this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public KeyAndChain get() {
        return current;
    }

    /** By which clients can know the authority: that of the last certificate in the file. */
    public Fingerprint fingerprint() {
        return Fingerprint.of(current.authority());
    }

    /** The host names and addresses that it is for; those with a wildcard are not among them. */
    public List<String> names() {
        return names(current.certificate()).stream()
                .filter(name -> !name.contains("*"))
                .toList();
    }

    /** A change is judged when it has come to rest, so that no warning is about files that are being written. */
    synchronized void look() {
        String now = state(files);
        if (now.equals(seen) && !now.equals(judged)) {
            judged = now;
            reload();
        }
        seen = now;
        remind();
    }

    private void reload() {
        try {
            KeyAndChain next = read(files, clock.instant());
            Fingerprint before = fingerprint();
            current = next;
            LOG.info("{}", describe(next, "is in use"));
            if (!fingerprint().equals(before)) {
                LOG.warn(
                        "the authority of {} is now {}, before it was {} (hint: users log in again, and programs with --authority need the new fingerprint)",
                        files.certificate(),
                        fingerprint(),
                        before);
            }
        } catch (IOException e) {
            LOG.warn("{}; {}", e.getMessage(), describe(current, "stays in use"));
        }
    }

    private void remind() {
        Instant now = clock.instant();
        Instant until = current.certificate().getNotAfter().toInstant();
        if (now.isAfter(until.minus(ENDS_SOON)) && now.isAfter(reminded.plus(REMINDED_AFTER))) {
            reminded = now;
            LOG.warn(
                    "{} (expected: one that is valid for longer; hint: renew both files)",
                    describe(current, "ends soon"));
        }
    }

    private static String describe(KeyAndChain certificate, String what) {
        return "the certificate of " + certificate.certificate().getSubjectX500Principal() + ", valid until "
                + certificate.certificate().getNotAfter().toInstant() + ", " + what;
    }

    private static KeyAndChain read(CertificateFiles files, Instant now) throws IOException {
        requirePrivate(files.key());
        String certificates = text("--certificate", files.certificate());
        String key = text("--key", files.key());
        KeyAndChain read;
        try {
            read = Pem.keyAndChain(key, certificates);
        } catch (IOException e) {
            throw new IOException(
                    "--certificate: " + files.certificate() + ", --key: " + files.key() + ": " + e.getMessage(), e);
        }
        try {
            requireChain(read.chain());
            requireForServers(read.certificate(), now);
        } catch (IOException e) {
            throw new IOException("--certificate: " + files.certificate() + ": " + e.getMessage(), e);
        }
        return read;
    }

    private static String text(String option, Path file) throws IOException {
        try {
            if (Files.size(file) > LONGEST) {
                throw new IOException(Files.size(file) + " bytes");
            }
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IOException(
                    option + ": " + file + ": " + FaultText.reason(e)
                            + " (expected: a PEM file that this user can read)",
                    e);
        }
    }

    /** Links are followed: tools for certificates use them. */
    private static void requirePrivate(Path key) throws IOException {
        if (!key.getFileSystem().supportedFileAttributeViews().contains("posix") || !Files.exists(key)) {
            return;
        }
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(key);
        if (rights.stream().anyMatch(TOO_OPEN::contains)) {
            throw new IOException("--key: " + key + " has the rights " + PosixFilePermissions.toString(rights)
                    + " (expected: rw------- or rw-r-----, because whoever has the key can be this controller; hint: chmod 600, if nobody else"
                    + " has read it)");
        }
    }

    private static void requireChain(List<X509Certificate> chain) throws IOException {
        for (int i = 1; i < chain.size(); i++) {
            X509Certificate issued = chain.get(i - 1);
            try {
                issued.verify(chain.get(i).getPublicKey());
            } catch (GeneralSecurityException e) {
                throw new IOException(
                        "certificate " + (i + 1) + ": " + chain.get(i).getSubjectX500Principal()
                                + " has not issued the one before it (expected: that of the controller, then each one's issuer)",
                        e);
            }
        }
        X509Certificate last = chain.get(chain.size() - 1);
        boolean itsOwn = last.getSubjectX500Principal().equals(last.getIssuerX500Principal());
        if (last.getBasicConstraints() < 0 && !itsOwn) {
            throw new IOException("the last certificate: " + last.getSubjectX500Principal()
                    + " is of no authority (expected: the certificates of its authorities after it, because clients know the controller by the last"
                    + " one; hint: append them, as certbot's fullchain.pem has them)");
        }
    }

    private static void requireForServers(X509Certificate certificate, Instant now) throws IOException {
        Instant from = certificate.getNotBefore().toInstant();
        Instant until = certificate.getNotAfter().toInstant();
        if (now.isBefore(from) || now.isAfter(until)) {
            throw new IOException("valid from " + from + " to " + until + " (expected: at " + now
                    + "; hint: renew it, or set this machine's clock)");
        }
        List<String> uses = uses(certificate);
        if (!uses.isEmpty() && !uses.contains(FOR_SERVERS) && !uses.contains(FOR_ANYTHING)) {
            throw new IOException("a certificate for " + uses + " (expected: one for servers, " + FOR_SERVERS + ")");
        }
        if (names(certificate).isEmpty()) {
            throw new IOException("subject alternative names: none (expected: the names of the controller;"
                    + " browsers do not look for them in the subject)");
        }
    }

    private static List<String> uses(X509Certificate certificate) throws IOException {
        try {
            List<String> uses = certificate.getExtendedKeyUsage();
            return uses == null ? List.of() : uses;
        } catch (CertificateParsingException e) {
            throw new IOException("extended key usage: " + e.getMessage() + " (expected: one for servers)", e);
        }
    }

    private static List<String> names(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            for (List<?> alternative : alternatives == null ? List.<List<?>>of() : alternatives) {
                boolean ofHost = alternative.get(0).equals(DNS_NAME)
                        || alternative.get(0).equals(ADDRESS);
                if (ofHost && alternative.get(1) instanceof String name) {
                    names.add(name);
                }
            }
        } catch (CertificateParsingException e) {
            LOG.warn("names of the certificate: {} (expected: host names and addresses)", e.getMessage());
        }
        return names;
    }

    private static String state(CertificateFiles files) {
        return state(files.certificate()) + " " + state(files.key());
    }

    private static String state(Path file) {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return found.fileKey() + "," + found.size() + "," + found.lastModifiedTime();
        } catch (IOException e) {
            return "none";
        }
    }

    @Override
    public void close() {
        ScheduledExecutorService looking = timer;
        if (looking != null) {
            looking.shutdownNow();
        }
    }
}
