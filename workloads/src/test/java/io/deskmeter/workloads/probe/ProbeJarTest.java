package io.deskmeter.workloads.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.vision.tracking.ScrollPicture;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packed program has all that it needs: with its file alone on the class path each of its classes can be linked.
 */
class ProbeJarTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ue/drag/content/ue-drag.gen.jar",
                "ue/drag-over-video/content/ue-drag-over-video.gen.jar",
                "ue/scroll/content/ue-scroll.gen.jar"
            })
    void theProgramNeedsNothingButAJavaRuntime(String file) throws Exception {
        Path packed = Path.of(file);
        try (JarFile jar = new JarFile(packed.toFile());
                URLClassLoader alone =
                        new URLClassLoader(new URL[] {packed.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo(ProbeMain.class.getName());
            for (String name : new String[] {
                ProbeMain.class.getName(),
                DragStage.class.getName(),
                ScrollStage.class.getName(),
                PaintTimesWriter.class.getName(),
                VideoPlayer.class.getName(),
                DragObject.class.getName(),
                ScrollPicture.class.getName()
            }) {
                Class<?> linked = Class.forName(name, true, alone);
                assertThat(linked.getClassLoader()).as(name).isSameAs(alone);
                assertThat(linked.getDeclaredMethods()).as(name).isNotEmpty();
            }
        }
    }
}
