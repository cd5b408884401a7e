package io.deskmeter.screen.program;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** The password file of a VNC server: DES with a publicly known key. */
public final class VncPasswordFile {
    /** 23 82 107 6 35 78 88 7, the bits of each byte mirrored. */
    private static final byte[] KEY = {(byte) 0xE8, 0x4A, (byte) 0xD6, 0x60, (byte) 0xC4, 0x72, 0x1A, (byte) 0xE0};

    private VncPasswordFile() {}

    /**
     * The file that holds a password.
     *
     * @param password of which the first 8 characters count
     */
    @SuppressWarnings(
            "InsecureCryptoUsage") // the file's format; that nobody else can read the file is what protects it
    public static byte[] of(String password) {
        try {
            Cipher cipher = Cipher.getInstance("DES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "DES"));
            return cipher.doFinal(Arrays.copyOf(password.getBytes(StandardCharsets.ISO_8859_1), 8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("DES is missing from this Java (expected: provider SunJCE)", e);
        }
    }
}
