package io.deskmeter.controller.secrets;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** A key with which secrets are sealed: encrypted, and protected from changes, by AES-GCM. Thread-safe. */
public final class SecretsKey {
    /** Of AES with 256 bits. */
    public static final int BYTES = 32;

    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    /** A key of {@link #BYTES} bytes. */
    public SecretsKey(byte[] key) {
        if (key.length != BYTES) {
            throw new IllegalArgumentException("key: " + key.length + " bytes (expected: " + BYTES + ")");
        }
        this.key = new SecretKeySpec(key, "AES");
    }

    /** A new one. */
    public static byte[] random() {
        byte[] drawn = new byte[BYTES];
        RANDOM.nextBytes(drawn);
        return drawn;
    }

    /**
     * Seals bytes.
     *
     * @param purpose what they are, so that what was sealed for one thing cannot be put in the place of another; not
     *     secret
     */
    public byte[] seal(byte[] plain, String purpose) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, nonce, purpose).doFinal(plain);
            byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + encrypted.length);
            System.arraycopy(encrypted, 0, sealed, NONCE_BYTES, encrypted.length);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    /** What was sealed; empty if it was sealed with another key, for another purpose, or was changed. */
    public Optional<byte[]> open(byte[] sealed, String purpose) {
        if (sealed.length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
            return Optional.empty();
        }
        try {
            return Optional.of(cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(sealed, NONCE_BYTES), purpose)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String purpose) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
