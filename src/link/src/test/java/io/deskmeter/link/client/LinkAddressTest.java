package io.deskmeter.link.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkAddressTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:8081, 127.0.0.1, 8081",
        "gen-1.lab:1, gen-1.lab, 1",
        "localhost:65535, localhost, 65535",
        "[::1]:8081, [::1], 8081",
        "::1:8081, ::1, 8081",
    })
    void hostAndPortAreRead(String text, String host, int port) {
        assertThat(LinkAddress.parse("--controller", text)).isEqualTo(new LinkAddress(host, port));
    }

    /** A URL would be looked up as the name of a host, again and again. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "gen-1",
                ":8081",
                "gen-1:0",
                "gen-1:65536",
                "gen-1:port",
                "http://gen-1:8081",
                "gen-1:8081/",
                "a b:1"
            })
    void anotherTextIsRefusedWithWhatWasExpected(String text) {
        assertThatThrownBy(() -> LinkAddress.parse("--controller", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "--controller: %s (expected: HOST:PORT of the port for agents, without http://, as in 127.0.0.1:8081)",
                        text);
    }
}
