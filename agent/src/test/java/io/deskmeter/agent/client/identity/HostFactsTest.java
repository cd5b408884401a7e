package io.deskmeter.agent.client.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.platform.Platform;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {
    private static final String CHECKSUM = "0123456789abcdef".repeat(4);

    @TempDir
    Path folder;

    private String optimisations(String... folders) {
        List<Path> of = List.of(folders).stream().map(folder::resolve).toList();
        Platform platform = (Platform) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Platform.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("setupFolders");
                    return of;
                });
        return HostFacts.read(platform).getOrDefault("optimisations", "");
    }

    @Test
    void whatSetupHasAppliedForTheMachineAndTheUserIsTold() throws IOException {
        assertThat(optimisations("machine", "user")).isEmpty();
        Files.createDirectories(folder.resolve("machine"));
        Files.createDirectories(folder.resolve("user"));
        new AppliedOptimisations("measure", CHECKSUM).write(folder.resolve("machine"));
        assertThat(optimisations("machine", "user")).isEqualTo("measure 0123456789ab");
        new AppliedOptimisations("density", CHECKSUM.replace('0', '9')).write(folder.resolve("user"));
        assertThat(optimisations("machine", "user")).isEqualTo("measure 0123456789ab and density 9123456789ab");
        AppliedOptimisations.remove(folder.resolve("machine"));
        assertThat(optimisations("machine", "user")).isEqualTo("density 9123456789ab");
    }

    /** A machine of which it is not known is none without. */
    @Test
    void aFileThatSetupHasNotWrittenIsNotKnown() throws IOException {
        Files.writeString(folder.resolve(AppliedOptimisations.FILE), "measure\u001b[31m " + CHECKSUM);
        assertThat(optimisations(".")).isEqualTo("not known");
        assertThatThrownBy(() -> AppliedOptimisations.in(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected: a profile and a checksum");
    }
}
