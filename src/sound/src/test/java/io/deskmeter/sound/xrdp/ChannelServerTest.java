package io.deskmeter.sound.xrdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChannelServerTest {
    @Test
    void theEnvironmentOfAnXrdpSessionNamesTheSocket() {
        assertThat(ChannelServer.soundSocket(Map.of(
                        "XRDP_SOCKET_PATH",
                        "/run/xrdp/sockdir",
                        "XRDP_PULSE_SINK_SOCKET",
                        "xrdp_chansrv_audio_out_socket_10")))
                .contains(Path.of("/run/xrdp/sockdir/xrdp_chansrv_audio_out_socket_10"));
    }

    @Test
    void otherSessionsHaveNone() {
        assertThat(ChannelServer.soundSocket(Map.of())).isEmpty();
        assertThat(ChannelServer.soundSocket(Map.of("XRDP_SOCKET_PATH", "/run/xrdp/sockdir")))
                .isEmpty();
        assertThat(ChannelServer.soundSocket(Map.of("XRDP_SOCKET_PATH", "/run", "XRDP_PULSE_SINK_SOCKET", "")))
                .isEmpty();
    }
}
