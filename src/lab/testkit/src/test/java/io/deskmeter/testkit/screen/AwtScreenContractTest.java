package io.deskmeter.testkit.screen;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The AWT screen in separate processes, on a desktop that can be resized. */
@Tag("slow")
class AwtScreenContractTest extends ScreenContract {
    @Override
    protected TestDisplay startTestDisplay(Path desktopAgentFolder) throws Exception {
        return TestDisplay.xvnc(desktopAgentFolder, WIDTH, HEIGHT);
    }

    @Override
    protected Screen open(TestDisplay on, FrameListener listener, Executor serves) throws Exception {
        return new AwtProcess(on, listener, serves, "-Djava.awt.headless=false");
    }

    /**
     * A robot can only press existing keys of the keyboard, and cannot answer probes; and its process ends with its
     * desktop.
     */
    @Override
    protected Set<Feature> lacks() {
        return Set.of(Feature.LOSS, Feature.FOREIGN_KEYS, Feature.PROBES);
    }

    @Test
    void aHeadlessProcessIsReportedSo() throws Exception {
        try (TestDisplay testDisplay =
                TestDisplay.xvfb(Files.createDirectory(folder.resolve("other")), WIDTH, HEIGHT, 24)) {
            ContractListener nobody = new ContractListener();
            assertThatThrownBy(() -> new AwtProcess(testDisplay, nobody, Runnable::run, "-Djava.awt.headless=true"))
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("this process is headless")
                    .hasMessageContaining("-Djava.awt.headless=false");
        }
    }
}
