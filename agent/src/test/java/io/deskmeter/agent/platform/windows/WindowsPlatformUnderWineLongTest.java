package io.deskmeter.agent.platform.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.x11.OverlayWindow;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.testkit.wine.Wine;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Windows package in a Java for Windows under Wine. It belongs to the longer lane, because it downloads that Java.
 */
@Timeout(600)
class WindowsPlatformUnderWineLongTest {
    private static final String MAIN = "io.deskmeter.agent.AgentMain";

    @TempDir
    private static Path folder;

    private static Wine wine;

    @BeforeAll
    static void start() throws Exception {
        var loader = Wine.loader();
        assumeTrue(loader.isPresent(), "wine is not installed; ./deskmeter test --long installs it");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/Xvfb")), "Xvfb is not installed");
        wine = Wine.start(folder, loader.orElseThrow());
    }

    @AfterAll
    static void end() throws IOException {
        if (wine != null) {
            wine.close();
        }
    }

    @Test
    void itsTestsPass() throws Exception {
        List<String> cases = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("target/test-classes/io/deskmeter/agent/platform/windows"))) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Cases.class"))
                    .forEach(name -> cases.add(
                            getClass().getPackageName() + "." + name.substring(0, name.length() - ".class".length())));
        }
        assertThat(cases).hasSizeGreaterThanOrEqualTo(4);
        Wine.Ended ended =
                wine.java(Wine.classPath(), getClass().getPackageName() + ".CasesMain", cases.toArray(String[]::new));
        System.out.println(ended.text());
        assertThat(ended.code()).as(ended.text()).isZero();
        assertThat(ended.text()).contains(" passed, 0 not");
    }

    @Test
    void theAgentPrintsItsVersion() throws Exception {
        List<Path> classPath = new ArrayList<>(List.of(jar("7.8.9")));
        classPath.addAll(Wine.classPath());
        Wine.Ended ended = wine.java(classPath, MAIN, "--version");
        assertThat(ended.text().strip()).isEqualTo("Deskmeter 7.8.9");
        assertThat(ended.code()).isZero();
    }

    /** Its classes as a package has them, with a version. */
    private static Path jar(String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        Path classes = Path.of("target/classes");
        Path jar = folder.resolve("agent.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                out.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
                Files.copy(each, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    /**
     * A picture in black and white is on the display; the file shows every pixel of the display as the display's own
     * server tells it.
     */
    @Test
    void theAgentLooksAtTheScreen() throws Exception {
        Path picture = folder.resolve("screen of wine.png");
        ExecutorService serial = Executors.newSingleThreadExecutor();
        try (X11Screens screens = new X11Screens(System::nanoTime)) {
            OverlayWindow shown = screens.overlay(
                            wine.display(),
                            X11Settings.defaults(),
                            new OverlayWindow.Drawing(300, 200, List.of(new Rect(20, 30, 40, 50))))
                    .get(20, TimeUnit.SECONDS);
            Wine.Ended ended = wine.java(Wine.classPath(), MAIN, "screenshot", Wine.inside(picture));
            assertThat(ended.code()).as(ended.text()).isZero();
            assertThat(ended.text().strip())
                    .isEqualTo(Wine.inside(picture).replace('/', '\\') + ": 1024 x 768 pixels of the primary monitor");
            Frame told = firstFrame(screens, serial);
            BufferedImage seen = ImageIO.read(picture.toFile());
            assertThat(differences(seen, told)).isZero();
            assertThat(seen.getRGB(362, 0) & 0xFFFFFF).as("the picture").isEqualTo(0xFFFFFF);
            assertThat(seen.getRGB(382, 30) & 0xFFFFFF)
                    .as("black in the picture")
                    .isZero();
            shown.close();
        } finally {
            serial.shutdown();
        }
    }

    private static int differences(BufferedImage seen, Frame told) {
        assertThat(List.of(seen.getWidth(), seen.getHeight())).isEqualTo(List.of(told.width(), told.height()));
        int differences = 0;
        for (int y = 0; y < told.height(); y++) {
            for (int x = 0; x < told.width(); x++) {
                differences += ((seen.getRGB(x, y) ^ told.pixels()[y * told.width() + x]) & 0xFFFFFF) == 0 ? 0 : 1;
            }
        }
        return differences;
    }

    private static Frame firstFrame(X11Screens screens, ExecutorService serial) throws Exception {
        CompletableFuture<Frame> first = new CompletableFuture<>();
        Screen screen = screens.open(
                        wine.display(),
                        X11Settings.defaults(),
                        new FrameListener() {
                            @Override
                            public void onFrame(FrameUpdate update) {
                                first.complete(update.frame().copy());
                            }

                            @Override
                            public void onLost(ScreenException cause) {
                                first.completeExceptionally(cause);
                            }
                        },
                        serial)
                .get(20, TimeUnit.SECONDS);
        try {
            return first.get(20, TimeUnit.SECONDS);
        } finally {
            screen.close();
        }
    }

    @Test
    void aPictureThatCannotBeWrittenIsAMessage() throws Exception {
        Path picture = folder.resolve("no such folder").resolve("x.png");
        Wine.Ended ended = wine.java(Wine.classPath(), MAIN, "screenshot", Wine.inside(picture));
        assertThat(ended.code()).as(ended.text()).isEqualTo(2);
        assertThat(ended.text()).startsWith("agent: screenshot: ").doesNotContain("\tat ");
    }
}
