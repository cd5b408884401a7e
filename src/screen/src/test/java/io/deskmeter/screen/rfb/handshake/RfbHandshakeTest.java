package io.deskmeter.screen.rfb.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.ServerFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The handshake in literal bytes, given whole and byte by byte. */
class RfbHandshakeTest {
    private static final String V3_3 = "524642203030332E3030330A";
    private static final String V3_7 = "524642203030332E3030370A";
    private static final String V3_8 = "524642203030332E3030380A";
    private static final String INIT =
            "0500 0320 20180001 00FF00FF00FF 100800 000000 00000004 64657368"; // 1280x800, "desh"

    private final List<String> said = new ArrayList<>();
    private final List<ServerInit> inits = new ArrayList<>();

    private void hear(@Nullable String password, String hex) throws ScreenException {
        hear(password, Hex.bytes(hex).length, hex);
        List<String> whole = List.copyOf(said);
        said.clear();
        inits.clear();
        hear(password, 1, hex);
        assertThat(said).as("sent, when received byte by byte").isEqualTo(whole);
    }

    private void hear(@Nullable String password, int chunk, String hex) throws ScreenException {
        Login login = Login.local(null, password);
        ReadStep[] step = {
            new RfbHandshake(
                            login,
                            true,
                            RfbLimits.defaults(),
                            m -> said.add(Hex.of(m)),
                            (certified, secured) -> {},
                            init -> {
                                inits.add(init);
                                return in -> null;
                            })
                    .start()
        };
        ReceiveBuffer in = new ReceiveBuffer();
        byte[] bytes = Hex.bytes(hex);
        for (int i = 0; i < bytes.length; i += chunk) {
            in.append(Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + chunk)));
            for (ReadStep next = step[0].advance(in); next != null; next = step[0].advance(in)) {
                step[0] = next;
            }
        }
    }

    @Test
    void version38WithoutSecurity() throws Exception {
        hear(null, V3_8 + "01 01" + "00000000" + INIT);
        assertThat(said).containsExactly(V3_8.toLowerCase(Locale.ROOT), "01", "01");
        assertThat(inits)
                .containsExactly(
                        new ServerInit(1280, 800, new ServerFormat(32, false, true, 255, 255, 255, 16, 8, 0), "desh"));
    }

    @Test
    void version37WithoutSecurityHasNoResult() throws Exception {
        hear(null, V3_7 + "02 02 01" + INIT);
        assertThat(said).containsExactly(V3_7.toLowerCase(Locale.ROOT), "01", "01");
        assertThat(inits).hasSize(1);
    }

    @Test
    void version33ReceivesTheType() throws Exception {
        hear(null, V3_3 + "00000001" + INIT);
        assertThat(said).containsExactly(V3_3.toLowerCase(Locale.ROOT), "01");
        assertThat(inits).hasSize(1);
    }

    @Test
    void unusualVersionsAreTreatedAs38() throws Exception {
        for (String greeting : List.of("524642203030342E3030310A", "524642203030332E3838390A")) {
            said.clear();
            hear(null, greeting + "01 01" + "00000000" + INIT);
            assertThat(said.get(0)).isEqualToIgnoringCase(V3_8);
        }
    }

    /** The response was computed with an independent implementation of DES and the mirrored key. */
    @Test
    void passwordIsEncryptedWithDes() throws Exception {
        hear("secret", V3_8 + "02 01 02" + "000102030405060708090A0B0C0D0E0F" + "00000000" + INIT);
        assertThat(said).hasSize(4);
        assertThat(said.get(1)).isEqualTo("02");
        assertThat(said.get(2)).isEqualTo("ee22539f33a5983ec12f9c2edbc995dd");
        assertThat(inits).hasSize(1);
    }

    @Test
    void version33WithPassword() throws Exception {
        hear("secret", V3_3 + "00000002" + "000102030405060708090A0B0C0D0E0F" + "00000000" + INIT);
        assertThat(said).hasSize(3);
        assertThat(inits).hasSize(1);
    }

    @Test
    void refusalsCarryTheirReason() {
        assertThatThrownBy(() -> hear(null, V3_8 + "00" + "00000009 746F6F206D616E7921"))
                .hasMessageContaining("refuses the connection: \"too many!\"");
        assertThatThrownBy(() -> hear(null, V3_3 + "00000000" + "00000002 6E6F"))
                .hasMessageContaining("refuses the connection: \"no\"");
        assertThatThrownBy(() -> hear("x", V3_8 + "01 02" + "00".repeat(16) + "00000001" + "00000003 626164"))
                .hasMessageContaining("refuses the login: \"bad\"");
        assertThatThrownBy(() -> hear("x", V3_7 + "01 02" + "00".repeat(16) + "00000001"))
                .hasMessageContaining("result 1 (expected: 0;");
    }

    @Test
    void unsupportedTypesAreNamed() {
        assertThatThrownBy(() -> hear(null, V3_8 + "02 02 10"))
                .isInstanceOf(ScreenException.class)
                .hasMessageContainingAll("VncAuth: requires a password, and the target has none", "(expected: ");
        assertThatThrownBy(() -> hear(null, V3_8 + "02 10 1E"))
                .hasMessageContainingAll("offers Tight (16), Apple", "Apple: requires a user name and a password");
        assertThatThrownBy(() -> hear(null, "485454502F312E3120343030")) // HTTP/1.1 400
                .hasMessageContaining("greeting: \"HTTP/1.1 400\" (expected: RFB 003.003 or later");
    }

    @Test
    void sizesAreCheckedBeforeMemoryIsAllocated() {
        String toInit = V3_8 + "01 01" + "00000000";
        assertThatThrownBy(() -> hear(null, toInit + "FFFF FFFF" + "00".repeat(16) + "00000000"))
                .hasMessageContaining("desktop size: 65535x65535 (expected: 1x1 to 16384x16384 and at most 33177600");
        assertThatThrownBy(() -> hear(null, toInit + "0500 0320" + "00".repeat(16) + "FFFFFFFF"))
                .hasMessageContaining(
                        "desktop name: 4294967295 bytes (expected: at most 65536; hint: give the desktop a shorter name on the server)");
        assertThatThrownBy(() -> hear(null, V3_8 + "00" + "FFFFFFFF" + "41".repeat(3000)))
                .hasMessageContaining("AAA\", the first 2000 of 4294967295 bytes (expected: access");
    }

    @Test
    void neverPrintsThePassword() {
        Login login = Login.local("me", "hunter2");
        RfbHandshake handshake = new RfbHandshake(
                login, true, RfbLimits.defaults(), m -> {}, (certified, secured) -> {}, init -> in -> null);
        assertThat(handshake.toString() + login).doesNotContain("hunter2");
    }
}
