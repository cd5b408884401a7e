package io.deskmeter.link.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.link.access.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinTokenTest {
    private static final Fingerprint AUTHORITY = Fingerprint.parse("sha256:" + "0a".repeat(32));

    @Test
    void itsTextHasTheAuthorityAndTheSecret() {
        JoinToken token = new JoinToken(AUTHORITY, Token.random());
        JoinToken read = JoinToken.parse(" " + token.text() + "\n");
        assertThat(read.authority()).isEqualTo(AUTHORITY);
        assertThat(read.secret().text()).isEqualTo(token.secret().text());
    }

    @Test
    void neitherItsNameNorItsErrorsContainTheSecret() {
        JoinToken token = new JoinToken(AUTHORITY, Token.random());
        assertThat(token.toString()).doesNotContain(token.secret().text());
        assertThatThrownBy(() -> JoinToken.parse(token.text() + "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(expected: ")
                .hasMessageNotContaining(token.secret().text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "dmj1", "dmj1..", "dmj2.a.b", "../../etc/passwd", "dmj1.é.é"})
    void whatIsNoTokenIsRefused(String text) {
        assertThatThrownBy(() -> JoinToken.parse(text)).hasMessageContaining("join token: ");
    }

    @Test
    void aFingerprintIsReadWithColonsAndInCapitals() {
        assertThat(Fingerprint.parse("sha256:" + "0A:".repeat(31) + "0A")).isEqualTo(AUTHORITY);
        assertThatThrownBy(() -> Fingerprint.parse("0a".repeat(32))).hasMessageContaining("(expected: sha256:");
    }
}
