package io.deskmeter.screen.program;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A key and a certificate signed with it, for a server that runs as long as its session or its test.
 *
 * @param certificatePem text
 * @param keyPem text; a secret
 * @param sha256 of the certificate: hexadecimal pairs joined by colons
 */
public record TemporaryCertificate(String certificatePem, String keyPem, String sha256) {
    private static final long LIMIT_SECONDS = 30;

    /** Creates one with the JDK's keytool, because the JDK has no API for signing a certificate. */
    public static TemporaryCertificate make() throws ProgramException {
        try {
            Path folder = PrivateFolder.createIn(Path.of(System.getProperty("java.io.tmpdir")), "deskmeter-key-");
            try {
                return make(folder.resolve("store"), UUID.randomUUID().toString());
            } finally {
                PrivateFolder.remove(folder);
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new ProgramException("certificate: cannot be created: " + e + " (expected: keytool of this JDK)", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProgramException("certificate: interrupted while it was created (expected: no interrupt)", e);
        }
    }

    private static TemporaryCertificate make(Path store, String password)
            throws IOException, GeneralSecurityException, InterruptedException, ProgramException {
        runKeytool(store, password);
        KeyStore keys = KeyStore.getInstance(store.toFile(), password.toCharArray());
        byte[] certificate = keys.getCertificate("key").getEncoded();
        byte[] key = keys.getKey("key", password.toCharArray()).getEncoded();
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate);
        return new TemporaryCertificate(
                pem("CERTIFICATE", certificate),
                pem("PRIVATE KEY", key),
                HexFormat.ofDelimiter(":").formatHex(digest));
    }

    private static void runKeytool(Path store, String password)
            throws IOException, InterruptedException, ProgramException {
        Path log = store.resolveSibling("log");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "key",
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=localhost",
                "-validity",
                "365",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass:env",
                "STORE_PASSWORD");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.redirectInput(new File("/dev/null"));
        builder.environment().put("STORE_PASSWORD", password);
        Process keytool = builder.start();
        if (!keytool.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new ProgramException(
                    "keytool: failed (expected: a key within " + LIMIT_SECONDS + " s): " + Files.readString(log));
        }
    }

    private static String pem(String kind, byte[] der) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }

    /** Does not contain the key. */
    @Override
    public String toString() {
        return "certificate " + sha256;
    }
}
