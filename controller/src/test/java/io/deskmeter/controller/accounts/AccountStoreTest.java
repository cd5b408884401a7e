package io.deskmeter.controller.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.accounts.AccountStore.Form;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.workload.InvalidDocumentException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountStoreTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private AccountStore store;

    @BeforeEach
    void create() {
        store = new AccountStore(folder, new SecretsKey(SecretsKey.random()), InstantSource.system());
    }

    /** Another password logs nobody on, which looks like a platform on which logons fail. */
    @Test
    void aSetInAnotherEncodingIsRefusedInsteadOfReadWithOtherPasswords() {
        byte[] csv = "user,password\nann,gr\u00fcn\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> store.put("lab", Form.CSV, csv))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage("lab.csv:2:7: not UTF-8 text (expected: text in UTF-8)");
        byte[] yaml = "accounts: [{ user: ann, password: gr\u00fcn }]\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> store.put("lab", Form.YAML, yaml))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith("lab.yaml:1:37: not UTF-8 text");
        assertThat(store.names()).isEmpty();
    }

    /** A link to what cannot be read, as for a folder of a server that is gone: reading it fails for root, too. */
    @Test
    void aSetThatCannotBeReadKeepsNoControllerFromStarting() throws Exception {
        Path sets = Files.createDirectories(folder.resolve("accounts"));
        Files.createSymbolicLink(sets.resolve("lab.yaml"), Path.of("/proc/self/mem"));
        assertThatCode(() -> store.sealAll()).doesNotThrowAnyException();
        assertThatThrownBy(() -> store.get("lab"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageStartingWith("accounts: ")
                .hasMessageContaining("lab.yaml cannot be read: ")
                .hasMessageContaining("(expected: a file that the controller's user can read)");
    }
}
