package io.deskmeter.link.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aSecretIsCreatedOnceAndOnlyItsOwnerCanReadIt() throws Exception {
        Path file = folder.resolve("admin.token");
        Token drawn = TokenFile.open(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(TokenFile.open(file).text()).isEqualTo(drawn.text());
        assertThat(TokenFile.read(file).text()).isEqualTo(drawn.text());
        assertThat(TokenFile.open(folder.resolve("agent.token")).text()).isNotEqualTo(drawn.text());
        assertThat(drawn.matches(drawn.text())).isTrue();
        assertThat(drawn.matches(drawn.text() + "A")).isFalse();
        assertThat(drawn.matches("")).isFalse();
        assertThat(drawn).hasToString("a token");
    }

    @Test
    void aFileThatOthersCanReadIsRefused() throws Exception {
        Path file = folder.resolve("admin.token");
        TokenFile.open(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> TokenFile.open(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has the rights rw-r-----")
                .hasMessageContaining("chmod 600");
    }

    @Test
    void aLinkToAnotherFileIsRefused() throws Exception {
        Path other = folder.resolve("other");
        TokenFile.open(other);
        Path file = Files.createSymbolicLink(folder.resolve("admin.token"), other);
        assertThatThrownBy(() -> TokenFile.open(file)).hasMessageContaining("is no plain file");
    }

    @Test
    void anInvalidSecretIsRefusedAndNotPrinted() throws Exception {
        Path file = Files.writeString(folder.resolve("admin.token"), "hunter2\n");
        assertThatThrownBy(() -> TokenFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("7 characters")
                .message()
                .doesNotContain("hunter2");
    }

    @Test
    void theOptionComesBeforeTheEnvironmentAndThatBeforeTheUsualPlace() throws Exception {
        Path usual = folder.resolve("usual");
        Path named = folder.resolve("named");
        Path option = folder.resolve("option");
        String namedText = TokenFile.open(named).text();
        String optionText = TokenFile.open(option).text();
        Map<String, String> environment = Map.of(TokenSource.VARIABLE, named.toString());
        assertThat(TokenSource.find(option, environment, usual, "127.0.0.1").get())
                .isEqualTo(optionText);
        assertThat(TokenSource.find(null, environment, usual, "127.0.0.1").get())
                .isEqualTo(namedText);
        TokenSource later = TokenSource.find(null, Map.of(), usual, "127.0.0.1");
        assertThat(later.get()).isEmpty();
        assertThat(later.file()).isNull();
        String usualText = TokenFile.open(usual).text();
        assertThat(later.get()).isEqualTo(usualText);
        assertThat(later.file()).isEqualTo(usual);
    }

    @Test
    void theSecretOfThisMachineIsNotSentToAnotherUnlessNamed() throws Exception {
        Path usual = folder.resolve("usual");
        Token token = TokenFile.open(usual);
        assertThat(TokenSource.find(null, Map.of(), usual, "192.0.2.7").get()).isEmpty();
        assertThat(TokenSource.find(usual, Map.of(), usual, "192.0.2.7").get()).isEqualTo(token.text());
    }

    @Test
    void aNamedFileMustExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenSource.find(folder.resolve("none"), Map.of(), folder, "127.0.0.1"))
                .withMessageStartingWith("--token-file: token file: " + folder.resolve("none"));
    }
}
