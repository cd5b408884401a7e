package io.deskmeter.screen.rfb.handshake;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * The answer to a VncAuth challenge: DES in ECB mode with the first eight bytes of the password as the key, the bits of
 * each byte mirrored (a quirk of the first implementation that became the protocol, RFC 6143 section 7.2.2).
 */
final class VncAuth {
    static final int CHALLENGE_BYTES = 16;
    private static final int KEY_BYTES = 8;

    private VncAuth() {}

    @SuppressWarnings("InsecureCryptoUsage") // the protocol prescribes it; a private socket is what protects a desktop
    static byte[] response(String password, byte[] challenge) {
        try {
            Cipher cipher = Cipher.getInstance("DES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key(password), "DES"));
            return cipher.doFinal(challenge);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("DES is missing from this Java (expected: provider SunJCE)", e);
        }
    }

    private static byte[] key(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.ISO_8859_1);
        byte[] key = new byte[KEY_BYTES];
        for (int i = 0; i < Math.min(KEY_BYTES, bytes.length); i++) {
            key[i] = (byte) (Integer.reverse(bytes[i]) >>> 24);
        }
        return key;
    }
}
