package io.deskmeter.screen.rfb;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** What a VNC server keeps of a password: DES under a key that the whole world knows. */
final class VncPasswordFile {
    /** 23 82 107 6 35 78 88 7, the bits of each byte mirrored. */
    private static final byte[] KEY = {(byte) 0xE8, 0x4A, (byte) 0xD6, 0x60, (byte) 0xC4, 0x72, 0x1A, (byte) 0xE0};

    private VncPasswordFile() {}

    @SuppressWarnings("InsecureCryptoUsage") // the file's format
    static byte[] of(String password) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("DES/ECB/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "DES"));
        return cipher.doFinal(Arrays.copyOf(password.getBytes(StandardCharsets.ISO_8859_1), 8));
    }
}
