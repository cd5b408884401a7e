package io.deskmeter.controller.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ControllerAddressTest {
    private final ControllerAddress address = new ControllerAddress();

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080, http://127.0.0.1:8080",
        "https://vdi.example.org/deskmeter/, https://vdi.example.org/deskmeter/",
        "127.0.0.1:8080, http://127.0.0.1:8080",
        "localhost:8080, http://localhost:8080",
        "gen-1, http://gen-1",
        "[::1]:8080, http://[::1]:8080",
    })
    void anAddressIsAUrlOrOnlyHostAndPort(String text, String url) {
        assertThat(address.convert(text)).hasToString(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http://", ":8080", "ftp://127.0.0.1", "http://a b", "127.0.0.1:port"})
    void anotherTextIsRefusedWithWhatWasExpected(String text) {
        assertThatThrownBy(() -> address.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("%s (expected: an address such as http://127.0.0.1:8080)", text);
    }
}
