package io.deskmeter.screen.rfb.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** VeNCrypt in literal bytes: which type is chosen, and which messages are sent in which order. */
class VeNCryptTest {
    private static final String V3_8 = "524642203030332e3030380a";
    private static final String VENCRYPT = V3_8 + "01 13" + "0002" + "00";
    private static final String CHALLENGE = "000102030405060708090A0B0C0D0E0F";
    private static final String ANSWER = "ee22539f33a5983ec12f9c2edbc995dd"; // to the password "secret"
    private static final String INIT = "0500 0320 20180001 00FF00FF00FF 100800 000000 00000000";
    private static final List<String> SAID_FIRST = List.of(V3_8, "13", "0002");

    private final List<String> said = new ArrayList<>();

    private static Login login(@Nullable String user, @Nullable String password) {
        return new Login(user, password, SecurityType.all(), false, true, false);
    }

    /** The messages after VeNCrypt's version. */
    private List<String> after(Login login, String hex) throws ScreenException {
        hear(login, hex, (certified, secured) -> {
            said.add(certified ? "TLS with certificate" : "TLS");
            secured.run();
        });
        assertThat(said).startsWith(SAID_FIRST.toArray(String[]::new));
        List<String> rest = List.copyOf(said.subList(SAID_FIRST.size(), said.size()));
        said.clear();
        return rest;
    }

    /** Byte by byte. */
    private void hear(Login login, String hex, TlsSwitch tls) throws ScreenException {
        ReadStep[] step = {
            new RfbHandshake(login, true, RfbLimits.defaults(), m -> said.add(Hex.of(m)), tls, init -> in -> null)
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

    @Test
    void certifiedTlsThenNameAndPassword() throws Exception {
        String all = "06 00000101 00000102 00000103 00000104 00000105 00000106";
        assertThat(after(login("me", "secret"), VENCRYPT + all + "01" + "00000000" + INIT))
                .containsExactly(
                        "00000106", "TLS with certificate", "00000002" + "00000006" + "6d65" + "736563726574", "01");
    }

    @Test
    void certifiedTlsThenChallenge() throws Exception {
        String all = "06 00000101 00000102 00000103 00000104 00000105 00000106";
        assertThat(after(login(null, "secret"), VENCRYPT + all + "01" + CHALLENGE + "00000000" + INIT))
                .containsExactly("00000105", "TLS with certificate", ANSWER, "01");
    }

    @Test
    void certifiedTlsAlone() throws Exception {
        String all = "06 00000101 00000102 00000103 00000104 00000105 00000106";
        assertThat(after(login(null, null), VENCRYPT + all + "01" + "00000000" + INIT))
                .containsExactly("00000104", "TLS with certificate", "01");
    }

    @Test
    void anonymousTls() throws Exception {
        assertThat(after(login(null, "secret"), VENCRYPT + "02 00000102 00000002 01" + CHALLENGE + "00000000" + INIT))
                .containsExactly("00000102", "TLS", ANSWER, "01");
        assertThat(after(login(null, null), VENCRYPT + "01 00000101 01" + "00000000" + INIT))
                .containsExactly("00000101", "TLS", "01");
    }

    /** As TigerVNC offers by default: without anonymous TLS, the unencrypted challenge remains. */
    @Test
    void withoutAnonymousTlsTheNextTypeIsUsed() throws Exception {
        Login plain = new Login(null, "secret", SecurityType.all(), false, false, false);
        assertThat(after(plain, VENCRYPT + "02 00000102 00000002" + CHALLENGE + "00000000" + INIT))
                .containsExactly("00000002", ANSWER, "01");
        assertThatThrownBy(() -> after(plain, VENCRYPT + "01 00000102"))
                .hasMessageContainingAll("offers TLSVnc", "jdk.tls.disabledAlgorithms");
    }

    @Test
    void aPasswordIsNotSentToAnUnverifiedServer() throws Exception {
        Login remoteLogin = login("me", "secret");
        assertThatThrownBy(() -> after(remoteLogin, VENCRYPT + "01 00000103"))
                .hasMessageContainingAll("TLSPlain: would send the password to an unverified server");
        assertThatThrownBy(() -> after(remoteLogin, VENCRYPT + "01 00000100"))
                .hasMessageContainingAll("Plain: would send the password in the clear");
        said.clear();
        Login anyServer = new Login("me", "secret", SecurityType.all(), false, true, true);
        assertThat(after(anyServer, VENCRYPT + "01 00000103 01")).hasSize(3).startsWith("00000103", "TLS");
        assertThatThrownBy(() -> after(anyServer, VENCRYPT + "01 00000100")).hasMessageContaining("in the clear");
        said.clear();
        Login atHome = Login.local("me", "secret");
        assertThat(after(atHome, VENCRYPT + "01 00000100" + "00000000" + INIT))
                .containsExactly("00000100", "00000002" + "00000006" + "6d65" + "736563726574", "01");
    }

    @Test
    void onlyAcceptedTypesAreUsed() throws Exception {
        Login only = new Login("me", "secret", List.of(SecurityType.VNC_AUTH), false, true, false);
        hear(only, V3_8 + "02 13 02" + CHALLENGE, (certified, secured) -> {});
        assertThat(said).containsExactly(V3_8, "02", ANSWER);
        assertThatThrownBy(() -> hear(only, V3_8 + "02 13 01", (certified, secured) -> {}))
                .hasMessageContainingAll(
                        "None: the settings do not accept it", "(expected: one that can be used of [VncAuth]; hint: ");
    }

    @Test
    void bytesBeforeTlsIsEstablishedAreRefused() {
        assertThatThrownBy(() -> hear(login(null, null), VENCRYPT + "01 00000104 01 00", (certified, secured) -> {}))
                .hasMessageContaining("TLS: 1 bytes before it is established");
    }

    @Test
    void refusalsAreNamed() {
        assertThatThrownBy(() -> after(login(null, null), V3_8 + "01 13 0001"))
                .hasMessageContaining("VeNCrypt version: 0.1 (expected: 0.2 or later)");
        assertThatThrownBy(() -> after(login(null, null), V3_8 + "01 13 0002 FF"))
                .hasMessageContaining("answers 255 to version 0.2");
        assertThatThrownBy(() -> after(login(null, null), VENCRYPT + "00")).hasMessageContaining("offers nothing");
        assertThatThrownBy(() -> after(login(null, null), VENCRYPT + "01 00000104 00"))
                .hasMessageContaining("answers 0 to X509None");
    }

    @Test
    void version33And37SupportItToo() throws Exception {
        hear(login(null, null), "524642203030332E3030370A 01 13 0002 00 01 00000104 01 00000000", (c, s) -> s.run());
        assertThat(said).containsExactly("524642203030332e3030370a", "13", "0002", "00000104", "01");
        said.clear();
        hear(login(null, null), "524642203030332E3030330A 00000013 0002 00 01 00000104 01 00000000", (c, s) -> s.run());
        assertThat(said).containsExactly("524642203030332e3030330a", "0002", "00000104", "01");
    }
}
