package io.deskmeter.link.tls;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;

/**
 * Proves that whoever asks for a certificate has the private key: it signs the purpose, a zero byte, the text that
 * binds the request (the token's secret, or the agent's id), a zero byte and the public key, with ECDSA and SHA-256.
 */
public final class EnrolmentProof {
    private static final String ALGORITHM = "SHA256withECDSA";
    private static final String CURVE = "secp256r1";
    private static final int CURVE_BITS = 256;

    /** What the certificate is asked for. */
    public enum Purpose {
        ENROL,
        RENEW
    }

    private EnrolmentProof() {}

    /** A new key pair on the curve P-256. */
    public static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVE));
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException | InvalidAlgorithmParameterException e) {
            throw new IllegalStateException("this Java has no elliptic curves: " + e.getMessage(), e);
        }
    }

    /**
     * Signs the proof.
     *
     * @param bound the token's secret, or the agent's id
     */
    public static byte[] sign(Purpose purpose, String bound, KeyPair keys) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            PrivateKey key = keys.getPrivate();
            signature.initSign(key);
            signature.update(signed(purpose, bound, keys.getPublic().getEncoded()));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Checks a proof.
     *
     * @param encoded SubjectPublicKeyInfo
     * @return the public key
     * @throws IllegalArgumentException if it is no key of the curve, or its owner has not signed this
     */
    public static PublicKey verify(Purpose purpose, String bound, byte[] encoded, byte[] proof) {
        try {
            PublicKey key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(encoded));
            if (!(key instanceof ECPublicKey ec) || ec.getParams().getOrder().bitLength() != CURVE_BITS) {
                throw new IllegalArgumentException("public key: another curve (expected: P-256)");
            }
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(key);
            signature.update(signed(purpose, bound, key.getEncoded()));
            if (signature.verify(proof)) {
                return key;
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "public key: " + e.getMessage() + " (expected: one of the curve P-256)", e);
        }
        throw new IllegalArgumentException(
                "signature: not that of the public key (expected: the proof that the agent has the private key)");
    }

    private static byte[] signed(Purpose purpose, String bound, byte[] publicKey) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(("deskmeter " + purpose).getBytes(StandardCharsets.US_ASCII));
        bytes.write(0);
        bytes.writeBytes(bound.getBytes(StandardCharsets.UTF_8));
        bytes.write(0);
        bytes.writeBytes(publicKey);
        return bytes.toByteArray();
    }
}
