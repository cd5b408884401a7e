package io.deskmeter.screen.rfb.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.interfaces.DHPublicKey;
import javax.crypto.spec.DHParameterSpec;
import javax.crypto.spec.DHPublicKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Against the server's half of the protocol, with the key agreement of the JDK. */
class AppleLoginTest {
    /** The 1024-bit group of RFC 2409 section 6.2. */
    private static final BigInteger PRIME = new BigInteger(
            "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74"
                    + "020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437"
                    + "4FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
                    + "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF",
            16);

    private static final int KEY_BYTES = 128;
    private static final String V3_889 = "524642203030332E3838390A"; // what a Mac says
    private static final String V3_8 = "524642203030332e3030380a";

    private final List<String> said = new ArrayList<>();

    private void hear(Login login, String hex) throws ScreenException {
        ReadStep[] step = {
            new RfbHandshake(
                            login,
                            true,
                            RfbLimits.defaults(),
                            m -> said.add(Hex.of(m)),
                            (c, s) -> {},
                            init -> in -> null)
                    .start()
        };
        ReceiveBuffer in = new ReceiveBuffer();
        byte[] bytes = Hex.bytes(hex);
        for (int i = 0; i < bytes.length; i++) {
            in.append(Arrays.copyOfRange(bytes, i, i + 1));
            for (ReadStep next = step[0].advance(in); next != null; next = step[0].advance(in)) {
                step[0] = next;
            }
        }
    }

    private static String fixed(BigInteger number) {
        return String.format("%0" + 2 * KEY_BYTES + "x", number);
    }

    @Test
    void theServerReadsNameAndPassword() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("DH");
        generator.initialize(new DHParameterSpec(PRIME, BigInteger.TWO));
        KeyPair server = generator.generateKeyPair();
        String serverKey = fixed(((DHPublicKey) server.getPublic()).getY());

        hear(
                Login.local("bench", "pässword"),
                V3_889 + "02 1E 23" + "0002 0080" + fixed(PRIME) + serverKey + "00000000");

        assertThat(said).hasSize(4).startsWith(V3_8, "1e").endsWith("01");
        byte[] answer = HexFormat.of().parseHex(said.get(2));
        assertThat(answer).hasSize(128 + KEY_BYTES);
        BigInteger clientKey = new BigInteger(1, Arrays.copyOfRange(answer, 128, 128 + KEY_BYTES));
        KeyAgreement agreement = KeyAgreement.getInstance("DH");
        agreement.init(server.getPrivate());
        agreement.doPhase(
                KeyFactory.getInstance("DH").generatePublic(new DHPublicKeySpec(clientKey, PRIME, BigInteger.TWO)),
                true);
        byte[] fields = decrypt(agreement.generateSecret(), Arrays.copyOf(answer, 128));
        assertThat(untilZero(fields, 0)).isEqualTo("bench");
        assertThat(untilZero(fields, 64)).isEqualTo("pässword");
    }

    @SuppressWarnings("InsecureCryptoUsage") // the protocol prescribes it
    private static byte[] decrypt(byte[] common, byte[] fields) throws Exception {
        byte[] key = MessageDigest.getInstance("MD5").digest(common);
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"));
        return cipher.doFinal(fields);
    }

    private static String untilZero(byte[] fields, int from) {
        int end = from;
        while (fields[end] != 0) {
            end++;
        }
        return new String(fields, from, end - from, StandardCharsets.UTF_8);
    }

    @Test
    void invalidKeysAreRefused() {
        Login login = Login.local("bench", "secret");
        String start = V3_889 + "01 1E";
        assertThatThrownBy(() -> hear(login, start + "0002 FFFF"))
                .hasMessageContaining("keys of 65535 bytes (expected: 16 to 512)");
        assertThatThrownBy(() -> hear(login, start + "0002 0010" + "00".repeat(32)))
                .hasMessageContaining("generator 2, prime of 0 bits");
        assertThatThrownBy(() -> hear(login, start + "0002 0080" + fixed(PRIME) + fixed(BigInteger.ONE)))
                .hasMessageContaining("a key of 1 bits");
        assertThatThrownBy(() -> hear(
                        Login.local("x".repeat(64), "secret"),
                        start + "0002 0080" + fixed(PRIME) + fixed(BigInteger.TEN)))
                .hasMessageContaining("a user name of 64 bytes (expected: at most 63)");
    }

    @Test
    void withoutAUserAnotherTypeIsUsed() throws Exception {
        hear(Login.local(null, "secret"), V3_889 + "02 1E 02");
        assertThat(said).containsExactly(V3_8, "02");
    }
}
