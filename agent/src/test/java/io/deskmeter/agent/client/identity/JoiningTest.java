package io.deskmeter.agent.client.identity;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.tls.JoinToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoiningTest {
    private static final String TOKEN = "dmj1." + "A".repeat(43) + "." + "A".repeat(43);

    @TempDir
    Path folder;

    @Test
    void noControllerIsAskedIfTheIdentityCouldNotBeStored() {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> Joining.identity(
                        missing, new LinkAddress("127.0.0.1", 1), Optional.of(JoinToken.parse(TOKEN)), "machine"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the join token has not been used");
    }
}
