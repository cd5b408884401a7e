package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * The client's half of Apple Remote Desktop's security (type 30), as the community's "rfbproto" describes it: a
 * Diffie-Hellman secret, its MD5 as the key of AES-128 in ECB mode, over 64 bytes of name and 64 of password, each
 * terminated by a zero and padded with random bytes.
 */
final class AppleLogin {
    /** Known servers use 128. */
    static final int MIN_KEY_BYTES = 16;

    /** A larger key would only cost time: the work grows with the cube of its length. */
    static final int MAX_KEY_BYTES = 512;

    private static final int FIELD_BYTES = 64;

    private final BigInteger generator;
    private final BigInteger prime;
    private final BigInteger serverKey;
    private final int keyBytes;

    AppleLogin(int generator, BigInteger prime, BigInteger serverKey, int keyBytes) throws ScreenException {
        this.generator = BigInteger.valueOf(generator);
        this.prime = prime;
        this.serverKey = serverKey;
        this.keyBytes = keyBytes;
        BigInteger last = prime.subtract(BigInteger.ONE);
        if (!prime.testBit(0)
                || prime.bitLength() < 8
                || generator < 2
                || serverKey.compareTo(BigInteger.ONE) <= 0
                || serverKey.compareTo(last) >= 0) {
            throw new ScreenException("Apple security: generator " + generator + ", prime of " + prime.bitLength()
                    + " bits, a key of " + serverKey.bitLength()
                    + " bits (expected: generator >= 2, an odd prime, 1 < key < prime - 1)");
        }
    }

    /** The credentials encrypted with the shared key, then our public key. */
    byte[] answer(String user, String password) throws ScreenException {
        SecureRandom random = new SecureRandom();
        BigInteger secret = new BigInteger(prime.bitLength(), random);
        byte[] common = unsigned(serverKey.modPow(secret, prime));
        byte[] fields = new byte[2 * FIELD_BYTES];
        random.nextBytes(fields);
        put(fields, 0, "user name", user);
        put(fields, FIELD_BYTES, "password", password);
        return ByteBuffer.allocate(fields.length + keyBytes)
                .put(encrypt(common, fields))
                .put(unsigned(generator.modPow(secret, prime)))
                .array();
    }

    private static void put(byte[] fields, int at, String what, String value) throws ScreenException {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= FIELD_BYTES) {
            throw new ScreenException("Apple security: a " + what + " of " + bytes.length + " bytes (expected: at most "
                    + (FIELD_BYTES - 1) + ")");
        }
        System.arraycopy(bytes, 0, fields, at, bytes.length);
        fields[at + bytes.length] = 0;
    }

    /** The value in the length of a key. */
    private byte[] unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray(); // a byte too many where the sign needs one
        byte[] key = new byte[keyBytes];
        int length = Math.min(bytes.length, keyBytes);
        System.arraycopy(bytes, bytes.length - length, key, keyBytes - length, length);
        return key;
    }

    @SuppressWarnings("InsecureCryptoUsage") // the protocol prescribes it
    private static byte[] encrypt(byte[] common, byte[] fields) {
        try {
            byte[] key = MessageDigest.getInstance("MD5").digest(common);
            Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
            return cipher.doFinal(fields);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES or MD5 is missing from this Java (expected: provider SunJCE)", e);
        } finally {
            Arrays.fill(fields, (byte) 0);
        }
    }
}
