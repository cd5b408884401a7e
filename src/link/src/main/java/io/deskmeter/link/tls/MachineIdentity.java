package io.deskmeter.link.tls;

import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.access.PrivateFile;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * The key and the certificates of a machine that has joined a controller: one private file, which is whole or absent at
 * every moment. Thread-safe.
 */
public final class MachineIdentity {
    /** Its file in an agent's state folder. */
    public static final String FILE = "identity.pem";

    /** More than a key and two certificates take. */
    private static final int ROOM = 8 << 10;

    private final Path file;
    private volatile KeyAndChain current;

    private MachineIdentity(Path file, KeyAndChain current) {
        this.file = file;
        this.current = current;
    }

    /**
     * Reads the identity of a state folder, if the machine has joined.
     *
     * @throws IOException if the file is damaged, or others can read it; the message is for display
     */
    public static Optional<MachineIdentity> read(Path state) throws IOException {
        Path file = state.resolve(FILE);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        PrivateFile.require(file, "whoever has its key can be this agent");
        try {
            return Optional.of(new MachineIdentity(file, Pem.keyAndChain(Files.readString(file))));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    file + ": " + e.getMessage()
                            + " (expected: the key and certificates that this agent got when it joined; hint: remove the file and join again with --join)",
                    e);
        }
    }

    /**
     * Whether a machine has joined, and its certificate is valid.
     *
     * @throws IOException as {@link #read}
     */
    public static boolean isUsable(Path state) throws IOException {
        return read(state).filter(identity -> !identity.hasEnded()).isPresent();
    }

    /**
     * Checks that an identity could be stored, before a join token is spent for it.
     *
     * @param state folder of the agent, or data folder of a controller
     * @throws IOException if not; the message is for display
     */
    public static void requireRoom(Path state) throws IOException {
        Path probe = state.resolve(FILE + ".room");
        try {
            AtomicFile.writePrivate(probe, new byte[ROOM]);
            Files.delete(probe);
        } catch (IOException e) {
            throw new IOException(
                    state + ": cannot be written: " + FaultText.reason(e)
                            + " (expected: a folder with room for its key and certificates; hint: the join token has not been used)",
                    e);
        }
    }

    /** Stores what a machine got when it joined, in place of an older identity. */
    public static MachineIdentity store(Path state, KeyAndChain got) throws IOException {
        Path file = state.resolve(FILE);
        AtomicFile.writePrivate(file, Pem.of(got).getBytes(StandardCharsets.US_ASCII));
        return new MachineIdentity(file, got);
    }

    /** Replaces key and certificates by renewed ones. */
    public void renew(KeyAndChain renewed) throws IOException {
        AtomicFile.writePrivate(file, Pem.of(renewed).getBytes(StandardCharsets.US_ASCII));
        current = renewed;
    }

    public KeyAndChain current() {
        return current;
    }

    /** Whether its certificate is no longer valid. */
    public boolean hasEnded() {
        return current.certificate().getNotAfter().toInstant().isBefore(Instant.now());
    }

    /** The id that the controller gave this agent. */
    public String agentId() {
        return commonName(current.certificate());
    }

    /** The common name of a certificate's subject. */
    public static String commonName(X509Certificate certificate) {
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    return part.getValue().toString();
                }
            }
        } catch (InvalidNameException e) {
            throw new IllegalArgumentException("subject: " + certificate.getSubjectX500Principal(), e);
        }
        throw new IllegalArgumentException(
                "subject: " + certificate.getSubjectX500Principal() + " (expected: one with a common name)");
    }
}
