package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.testkit.wine.Wine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Packages of these sources, made as a person makes them, and made once for all test classes. */
final class MadePackages {
    static final String CONTROLLER = "deskmeter-controller";
    static final String AGENT = "deskmeter-agent";

    static final Duration MAKING = Duration.ofMinutes(20);

    /**
     * Where packages are kept, to run single tests without the ten minutes that they take:
     * {@code -Ddeskmeter.packages.made=DIR}.
     */
    private static final String KEPT = System.getProperty("deskmeter.packages.made", "");

    /** Of this test process: its classes use the same packages. */
    private static @Nullable Path made;

    private MadePackages() {}

    /** Makes them before the first test class that needs them; skips its tests where there is no root. */
    static final class Maker implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) throws Exception {
            make();
        }
    }

    private static synchronized void make() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for containers)");
        if (made != null) {
            return;
        }
        Path folder = KEPT.isEmpty() ? temporaryFolder() : Path.of(KEPT).toAbsolutePath();
        if (!Files.exists(folder.resolve("newer/SHA256SUMS"))) {
            Path sources = Files.createTempDirectory("dm-sources-");
            makeFromTwoClones(sources, folder);
            makeNewer(sources, folder.resolve("newer"));
            Machine.here(MAKING, "rm", "-rf", sources.toString());
        }
        made = folder;
    }

    private static Path temporaryFolder() throws IOException {
        Path folder = Files.createTempDirectory("dm-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder), "remove packages"));
        return folder;
    }

    private static void remove(Path folder) {
        try {
            Machine.here(MAKING, "rm", "-rf", folder.toString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(folder + ": not removed", e);
        }
    }

    private static void makeFromTwoClones(Path sources, Path folder) throws Exception {
        Path runtime = Wine.runtime();
        try (FreshSources first = FreshSources.at(sources.resolve("first-sources"))) {
            System.out.println(
                    first.makePackages(folder.resolve("first"), runtime, "022", "first", "TZ=UTC", "LANG=C"));
        }
        try (FreshSources second = FreshSources.at(sources.resolve("another place/of the same sources"))) {
            second.leave("controller/target/classes/static/assets/gone.js");
            second.leave("controller/target/lib/earlier-1.0.jar");
            second.leave("src/link/target/classes/io/deskmeter/link/Gone.class");
            System.out.println(second.makePackages(
                    folder.resolve("second"), runtime, "077", "second", "TZ=Pacific/Auckland", "LANG=C.UTF-8"));
        }
    }

    private static void makeNewer(Path working, Path out) throws Exception {
        try (Program making = Program.start(
                working,
                "package",
                "--out",
                out.toString(),
                "--release",
                "2",
                "--windows-runtime",
                Wine.runtime().toString())) {
            Program.Ended ended = making.await(MAKING);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
            assertThat(ended.printed()).contains("the jars of the agent, in the tree");
            System.out.println(ended.printed());
        }
    }

    /**
     * The folder of one making.
     *
     * @param out first or second, of the same sources in two places; newer, of a later release
     */
    static Path made(String out) {
        Path folder = made;
        if (folder == null) {
            throw new IllegalStateException("no packages are made (expected: make() before)");
        }
        return folder.resolve(out);
    }

    static Path made(String out, String name, String end) throws IOException {
        try (var files = Files.list(made(out))) {
            return files.filter(file -> file.getFileName().toString().startsWith(name)
                            && file.getFileName().toString().endsWith(end))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Puts a package on a machine; its name there. */
    static String carry(Machine machine, Path file) throws IOException {
        Path there = Files.createDirectories(machine.file("/packages"));
        Path copy = there.resolve(String.valueOf(file.getFileName()));
        Files.deleteIfExists(copy);
        Files.copy(file, copy);
        return "/packages/" + file.getFileName();
    }
}
