package io.deskmeter.agent.tryout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.desktop.FolderHeldException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.screen.program.PrivateFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two commands at once, on real folders. */
class TryFolderTest {
    private final Platform platform = Platforms.here();
    private final String name = "try-folder-test-" + UUID.randomUUID();
    private final List<Path> opened = new ArrayList<>();

    @AfterEach
    void remove() throws Exception {
        for (Path folder : opened) {
            PrivateFolder.remove(folder);
        }
    }

    private LocalDesktops openUnnamed() throws Exception {
        return TryFolder.open(platform, null, name, folder -> {
            LocalDesktops desktops = LocalDesktops.open(platform, folder);
            opened.add(folder);
            return desktops;
        });
    }

    @Test
    void theSecondOneAtATimeUsesAFolderOfItsOwn() throws Exception {
        try (LocalDesktops first = openUnnamed();
                LocalDesktops second = openUnnamed()) {
            assertThat(opened)
                    .containsExactly(platform.stateFolder(name), platform.stateFolder(name + "-2"))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void aFolderThatIsFreeAgainIsUsedAgain() throws Exception {
        openUnnamed().close();
        try (LocalDesktops next = openUnnamed()) {
            assertThat(opened).containsExactly(platform.stateFolder(name), platform.stateFolder(name));
        }
    }

    @Test
    void aNamedFolderThatIsHeldIsRefused() throws Exception {
        try (LocalDesktops first = openUnnamed()) {
            Path named = opened.get(0);
            assertThatThrownBy(
                            () -> TryFolder.open(platform, named, name, folder -> LocalDesktops.open(platform, folder)))
                    .isInstanceOf(FolderHeldException.class)
                    .hasMessageContaining(named.toString());
        }
    }
}
