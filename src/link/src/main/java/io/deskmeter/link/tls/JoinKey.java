package io.deskmeter.link.tls;

import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.access.PrivateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;

/**
 * The key pair with which a machine is about to join: kept before the controller is asked, so that a machine that was
 * switched off before it had the answer asks again as the same one, and a token for one machine is enough.
 */
public final class JoinKey {
    /** Its file in an agent's state folder, until the machine has joined. */
    public static final String FILE = "join.key";

    private static final String PUBLIC_KEY = "PUBLIC KEY";

    private JoinKey() {}

    /**
     * The key pair of a state folder, made if there is none.
     *
     * @throws IOException if it is damaged, others can read it, or it cannot be written; the message is for display
     */
    public static KeyPair provide(Path state) throws IOException {
        Path file = state.resolve(FILE);
        // One of another user, who was the first to try, is of no use: this one joins anew.
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(file)) {
            return read(file);
        }
        KeyPair keys = EnrolmentProof.newKeys();
        String text = Pem.block(Pem.KEY, keys.getPrivate().getEncoded())
                + Pem.block(PUBLIC_KEY, keys.getPublic().getEncoded());
        AtomicFile.writePrivate(file, text.getBytes(StandardCharsets.US_ASCII));
        return keys;
    }

    private static KeyPair read(Path file) throws IOException {
        PrivateFile.require(file, "whoever has it can be the agent that this machine becomes");
        String text = Files.readString(file);
        byte[] privateKey = Pem.content(text, Pem.KEY).orElse(new byte[0]);
        byte[] publicKey = Pem.content(text, PUBLIC_KEY).orElse(new byte[0]);
        try {
            KeyFactory factory = KeyFactory.getInstance("EC");
            return new KeyPair(
                    factory.generatePublic(new X509EncodedKeySpec(publicKey)),
                    factory.generatePrivate(new PKCS8EncodedKeySpec(privateKey)));
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    file + ": " + e.getMessage()
                            + " (expected: the key pair with which this machine was about to join; hint: remove the file, and join with a new join token)",
                    e);
        }
    }

    /** When the machine has joined. */
    public static void remove(Path state) throws IOException {
        Files.deleteIfExists(state.resolve(FILE));
    }
}
