package io.deskmeter.link.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys and certificates as text: PKCS #8 and X.509 in PEM. */
public final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    /** The type of a block with a key, as PKCS #8. */
    public static final String KEY = "PRIVATE KEY";

    private static final byte[] PROBE = "deskmeter key".getBytes(StandardCharsets.US_ASCII);
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    /**
     * A private key and the certificates behind it.
     *
     * @param key whose public key is that of the first certificate
     * @param chain the key's certificate first, its authority last
     */
    public record KeyAndChain(PrivateKey key, List<X509Certificate> chain) {
        public KeyAndChain {
            chain = List.copyOf(chain);
            if (chain.isEmpty()) {
                throw new IllegalArgumentException(
                        "certificates: none (expected: that of the key, and its authority's)");
            }
        }

        public X509Certificate certificate() {
            return chain.get(0);
        }

        /** Whether a third of the validity or less is left: time for a new certificate. */
        public boolean isDue(Instant now) {
            Instant from = certificate().getNotBefore().toInstant();
            Instant until = certificate().getNotAfter().toInstant();
            return !now.isBefore(until.minus(Duration.between(from, until).dividedBy(3)));
        }

        /** The last certificate of the chain. */
        public X509Certificate authority() {
            return chain.get(chain.size() - 1);
        }
    }

    private Pem() {}

    public static String of(KeyAndChain identity) {
        StringBuilder text = new StringBuilder(block(KEY, identity.key().getEncoded()));
        for (X509Certificate certificate : identity.chain()) {
            text.append(of(certificate));
        }
        return text.toString();
    }

    public static String of(X509Certificate certificate) {
        try {
            return block(CERTIFICATE, certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A block of PEM.
     *
     * @param type capital letters, digits and blanks
     */
    public static String block(String type, byte[] content) {
        return "-----BEGIN " + type + "-----\n" + LINES.encodeToString(content) + "\n-----END " + type + "-----\n";
    }

    /**
     * The content of the first block of a type; empty if there is none.
     *
     * @throws IOException if it is not base64
     */
    public static Optional<byte[]> content(String text, String type) throws IOException {
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            if (block.group(1).equals(type)) {
                return Optional.of(bytes(block));
            }
        }
        return Optional.empty();
    }

    /**
     * Reads a private key and certificates.
     *
     * @throws IOException if there is not exactly one key with at least one certificate, or the first one is of another
     *     key; the message does not contain the text
     */
    public static KeyAndChain keyAndChain(String text) throws IOException {
        return keyAndChain(text, text);
    }

    /**
     * Reads a private key of one text and the certificates of another one.
     *
     * @throws IOException as above
     */
    public static KeyAndChain keyAndChain(String keyText, String certificates) throws IOException {
        PrivateKey key = null;
        for (Matcher block = BLOCK.matcher(keyText); block.find(); ) {
            if (block.group(1).endsWith(KEY)) {
                if (!block.group(1).equals(KEY) || key != null) {
                    throw new IOException("private key: "
                            + (key == null ? block.group(1) : "more than one")
                            + " (expected: one, as PKCS #8 without a password; hint: openssl pkcs8 -topk8 -nocrypt)");
                }
                key = key(bytes(block));
            }
        }
        if (key == null) {
            throw new IOException("private key: none (expected: a block BEGIN PRIVATE KEY)");
        }
        List<X509Certificate> chain = certificates(certificates);
        if (!belong(key, chain.get(0).getPublicKey())) {
            throw new IOException(
                    "private key: not that of the first certificate (expected: the key of that certificate)");
        }
        return new KeyAndChain(key, chain);
    }

    /** Whether the one verifies what the other signs. */
    private static boolean belong(PrivateKey key, PublicKey publicKey) {
        String algorithm = switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> "Ed25519";
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(publicKey);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            // Of another algorithm or curve.
            return false;
        }
    }

    /**
     * Reads certificates.
     *
     * @throws IOException if there is none, or one of them cannot be read
     */
    public static List<X509Certificate> certificates(String text) throws IOException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            if (block.group(1).equals(CERTIFICATE)) {
                certificates.add(certificate(bytes(block)));
            }
        }
        if (certificates.isEmpty()) {
            throw new IOException("certificates: none (expected: a block BEGIN CERTIFICATE)");
        }
        return certificates;
    }

    /**
     * Reads a certificate in DER.
     *
     * @throws IOException if it is none
     */
    public static X509Certificate certificate(byte[] der) throws IOException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException e) {
            throw new IOException("certificate: " + e.getMessage() + " (expected: an X.509 certificate)", e);
        }
    }

    private static byte[] bytes(Matcher block) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(block.group(2).getBytes(StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            throw new IOException(block.group(1) + ": " + e.getMessage() + " (expected: base64)", e);
        }
    }

    private static PrivateKey key(byte[] pkcs8) throws IOException {
        GeneralSecurityException last = null;
        for (String algorithm : List.of("EC", "RSA", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (GeneralSecurityException e) {
                last = e;
            }
        }
        throw new IOException("private key: of an unknown kind (expected: EC, RSA or Ed25519)", last);
    }
}
