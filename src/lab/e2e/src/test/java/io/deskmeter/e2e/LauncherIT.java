package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** With which options {@code ./deskmeter} starts Java: tested with a fake Java that prints its arguments. */
@ResourceLock(ConcurrentTests.PROGRAMS)
class LauncherIT {
    private static final String ENDS_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

    @TempDir(factory = ShortTempDirs.class)
    Path jdk;

    @BeforeEach
    void standIns() throws IOException {
        Files.createDirectories(jdk.resolve("bin"));
        program("javac", "echo 'javac 17.0.1'");
        program("java", "echo \"umask $(umask)\"; printf '%s\\n' \"$@\"");
    }

    private void program(String name, String does) throws IOException {
        Path program = Files.writeString(jdk.resolve("bin").resolve(name), "#!/bin/sh\n" + does + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    /** A tree of sources, whose Maven packages three programs. */
    private void tree(Path clone, String before) throws IOException {
        Files.copy(Program.HOME.resolve("deskmeter"), clone.resolve("deskmeter"));
        Files.createDirectories(clone.resolve("src/package"));
        Files.copy(
                Program.HOME.resolve(ProgramForUsers.LAUNCHER_OF_A_TREE),
                clone.resolve(ProgramForUsers.LAUNCHER_OF_A_TREE));
        Files.writeString(clone.resolve("pom.xml"), "<project/>");
        for (String folder : List.of(".mvn", "controller", "agent", "workloads", "ui/src/api", "src", "docs")) {
            Files.createDirectories(clone.resolve(folder));
        }
        program(
                "mvn",
                before
                        + "\nmkdir -p controller/target agent/target src/lab/bench/target"
                        + " && touch controller/target/deskmeter-controller.jar agent/target/deskmeter-agent.jar"
                        + " src/lab/bench/target/deskmeter-bench.jar && echo packaged >>target/packaged");
    }

    private Process command(Path clone) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(clone.resolve("deskmeter").toString(), "runs", "list");
        builder.environment().remove("DESKMETER_READY");
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().merge("PATH", jdk.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        return builder.redirectErrorStream(true).start();
    }

    private static String said(Process process) throws IOException, InterruptedException {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    /** Maven that generates a source: a second command must find all of it built. */
    @Test
    void whatABuildGeneratesAmongTheSourcesDoesNotMakeItStale(@TempDir(factory = ShortTempDirs.class) Path clone)
            throws Exception {
        tree(clone, "echo generated >ui/src/api/schema.gen.ts");
        for (int command = 0; command < 2; command++) {
            Process process = command(clone);
            String said = said(process);
            assertThat(process.exitValue()).as(said).isZero();
        }
        assertThat(clone.resolve("target/packaged")).hasContent("packaged\n");
    }

    /**
     * Reproducer: the modules of tests had moved, and a test by its name was skipped on a new machine, without a word,
     * because nothing was installed for it.
     */
    @Test
    void testsByTheirNamesGetWhatTheirModulesNeed() throws Exception {
        assertThat(setOf("long", "src/measure", "src/lab/e2e")).isEqualTo("long");
        assertThat(setOf("screens", "src/lab/testkit")).isEqualTo("screens");
        assertThat(setOf("screens", "src/of/tomorrow")).isEqualTo("screens");
        assertThat(setOf("screens", "src/measure", "src/text")).isEqualTo("build");
    }

    private static String setOf(String... setAndModules) throws Exception {
        return Machine.here(
                        Duration.ofSeconds(30),
                        Stream.concat(
                                        Stream.of(
                                                "bash",
                                                "-c",
                                                "home=$1; . \"$2\"; shift 2; set_of_modules \"$@\"",
                                                "bash",
                                                Program.HOME.toString(),
                                                Program.HOME
                                                        .resolve(ProgramForUsers.LAUNCHER_OF_A_TREE)
                                                        .toString()),
                                        Stream.of(setAndModules))
                                .toArray(String[]::new))
                .strip();
    }

    /** Two builds in one tree would each take away what the other has just written. */
    @Test
    void aCommandWaitsForTheBuildOfAnother(@TempDir(factory = ShortTempDirs.class) Path clone) throws Exception {
        tree(clone, "touch target/began; while [ ! -e target/go-on ]; do sleep 0.05; done");
        Process first = command(clone);
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(clone.resolve("target/began")));
        Process second = command(clone);
        BufferedReader lines = second.inputReader(StandardCharsets.UTF_8);
        assertThat(lines.readLine()).isEqualTo("Another command is building, waiting ...");
        Path goOn = Files.createFile(clone.resolve("target/go-on"));
        assertThat(goOn).exists();
        String said = said(first);
        assertThat(first.exitValue()).as(said).isZero();
        assertThat(lines.lines().toList()).endsWith("runs", "list");
        assertThat(second.waitFor()).isZero();
        assertThat(clone.resolve("target/packaged")).hasContent("packaged\n");
    }

    /** Maven leaves the npm that it has started. */
    @Test
    void anInterruptedBuildEndsWithAllThatItHasStarted(@TempDir(factory = ShortTempDirs.class) Path clone)
            throws Exception {
        tree(clone, "sleep 300 & echo $! >target/npm; mv target/npm target/began; sleep 300");
        Process command = command(clone);
        Path began = clone.resolve("target/began");
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(began));
        long npm = Long.parseLong(Files.readString(began).strip());
        // Not by the process itself, which would also close what it prints to.
        assertThat(command.toHandle().destroy()).isTrue();
        assertThat(said(command))
                .contains("deskmeter: build: interrupted (hint: ")
                .doesNotContain("failed");
        assertThat(command.exitValue()).as("ended by SIGTERM").isEqualTo(128 + 15);
        // Where nobody takes its end notice of it, it stays as one that has ended.
        assertThat(ProcessHandle.of(npm).flatMap(one -> one.info().command())).isEmpty();
    }

    @Test
    void everyCommandPrintsItsVersionAndOptionsComeBehindIt() throws Exception {
        for (String command : List.of("doctor", "demo", "runs", "agent", "test", "format", "package", "bench")) {
            Ended ended = launch(Map.of(), command, "--version");
            assertThat(ended.lines()).as(command).singleElement().asString().startsWith("Deskmeter ");
            assertThat(ended.code()).isZero();
        }
        Ended before = launch(Map.of(), "--yes", "doctor");
        assertThat(before.code()).isEqualTo(2);
        assertThat(before.lines())
                .last()
                .isEqualTo(
                        "deskmeter: command: --yes (expected: a command first, then its options; hint: ./deskmeter doctor --yes)");
    }

    /** Without a build, and without a JDK. */
    @Test
    void theVersionIsThatOfTheTree() throws Exception {
        Ended ended = launch(Map.of("JAVA_HOME", jdk.resolve("missing").toString()), "--version");
        assertThat(ended.code()).isZero();
        assertThat(ended.lines()).singleElement().asString().matches("Deskmeter \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }

    private record Ended(int code, List<String> lines) {
        String option(String start) {
            return lines.stream()
                    .filter(line -> line.startsWith(start))
                    .findFirst()
                    .orElse("none of " + lines);
        }
    }

    private Ended launch(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Program.HOME.resolve("deskmeter").toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DESKMETER_READY", "yes");
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().remove("DESKMETER_CONTROLLER_HEAP");
        builder.environment().putAll(environment);
        Process process = builder.start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), lines);
    }

    @Test
    void aControllerMayUseAQuarterOfTheMachineAndAllOfTheCompiler() throws Exception {
        Ended controller = launch(Map.of(), "controller", "--http-port", "0");
        // The least is what a demo gets, where a quarter of the machine is less.
        assertThat(List.of("-XX:MaxRAMPercentage=25", "-Xmx768m"))
                .containsAnyOf(controller.option("-XX:MaxRAM"), controller.option("-Xmx"));
        assertThat(controller.lines()).contains("-XX:+UseG1GC").doesNotContain("-XX:TieredStopAtLevel=1");
        assertThat(controller.lines()).endsWith("controller", "--http-port", "0");
    }

    @Test
    void whatItMayUseCanBeSaidAndTheOptionWins() throws Exception {
        Map<String, String> variable = Map.of("DESKMETER_CONTROLLER_HEAP", "3g");
        assertThat(launch(variable, "controller").option("-Xm")).isEqualTo("-Xmx3g");
        Ended said = launch(variable, "controller", "--heap", "1500m", "--data", "d");
        assertThat(said.option("-Xm")).isEqualTo("-Xmx1500m");
        assertThat(said.lines()).endsWith("controller", "--data", "d");
        assertThat(launch(variable, "controller", "--heap=2G").option("-Xm")).isEqualTo("-Xmx2G");
    }

    @Test
    void whatItMayUseCanStandInItsSettings(@TempDir(factory = ShortTempDirs.class) Path folder) throws Exception {
        Path settings =
                Files.writeString(folder.resolve("c.yaml"), "# heap: 9g\nagents: 0.0.0.0:1\nheap: '2500m' # most\n");
        Map<String, String> variable = Map.of("DESKMETER_CONTROLLER_HEAP", "3g");
        Ended set = launch(variable, "controller", "--settings", settings.toString());
        assertThat(set.option("-Xm")).isEqualTo("-Xmx2500m");
        assertThat(set.lines()).endsWith("controller", "--settings", settings.toString());
        assertThat(launch(variable, "controller", "--heap=1g", "--settings=" + settings)
                        .option("-Xm"))
                .isEqualTo("-Xmx1g");
        Files.writeString(settings, "heap: much\n");
        Ended refused = launch(variable, "controller", "--settings", settings.toString());
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.lines())
                .containsExactly("deskmeter: " + settings + ": heap: much (expected: a size, for example 2g or 1500m)");
    }

    @Test
    void aControllersFilesArePrivateAndApplicationsKeepTheUmaskOfTheUser() throws Exception {
        String users = launch(Map.of(), "agent").option("umask");
        assertThat(users).isNotEqualTo("umask 0077");
        for (String command : List.of("controller", "demo", "run", "check")) {
            assertThat(launch(Map.of(), command).option("umask")).as(command).isEqualTo("umask 0077");
        }
        // As a demo's agent is started.
        Map<String, String> handedDown = Map.of("DESKMETER_UMASK", "0027");
        assertThat(launch(handedDown, "agent").option("umask")).isEqualTo("umask 0027");
    }

    @Test
    void aSizeThatIsNoneIsRefused() throws Exception {
        for (String size : List.of("2", "much", "0g", "2g; reboot")) {
            Ended refused = launch(Map.of(), "controller", "--heap", size);
            assertThat(refused.code()).as(size).isEqualTo(2);
            assertThat(refused.lines())
                    .containsExactly("deskmeter: --heap: " + size + " (expected: a size, for example 2g or 1500m)");
        }
        assertThat(launch(Map.of(), "controller", "--heap").code()).isEqualTo(2);
    }

    @Test
    void aTestIsFoundByItsNameAndMavenBuildsWhatItStandsOn() throws Exception {
        program("mvn", "printf '%s\\n' \"$@\"");
        Map<String, String> withIt = Map.of("PATH", jdk.resolve("bin") + ":" + System.getenv("PATH"));
        List<String> others = begun();
        Ended named = launch(withIt, "test", "--yes", "QuantilesTest", "AgentlessLaunchTest", "-o");
        // Reproducer: the tests that had run before this one were no longer counted, nor those that had been skipped.
        assertThat(begun()).isEqualTo(others);
        assertThat(named.code()).as(named.lines().toString()).isZero();
        assertThat(named.lines())
                .containsSubsequence(
                        "test",
                        "-pl",
                        "src/measure,src/workload",
                        "-am",
                        "-Dtest=QuantilesTest,AgentlessLaunchTest",
                        "-o")
                .doesNotContain("-Plong");
        assertThat(launch(withIt, "format").lines()).containsExactly("-B", "-q", "spotless:apply");

        Ended unknown = launch(withIt, "test", "NoSuchTest");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.lines())
                .containsExactly(
                        "deskmeter: test: NoSuchTest (expected: the name of a test class, such as QuantilesTest; hint: find . -name '*Test.java' -o -name '*IT.java')");
        assertThat(launch(withIt, "format", "all").code()).isEqualTo(2);
    }

    /** Since when commands in this tree count reports of tests, such as the one that has started this test. */
    private static List<String> begun() throws IOException {
        Path target = Program.HOME.resolve("target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().startsWith("tests-began"))
                    .map(file -> file + " " + file.toFile().lastModified())
                    .sorted()
                    .toList();
        }
    }

    /** Before anything is built or started; a demo without other users needs nothing more. */
    @Test
    void aDemoNeedsThePackagesOfItsUsersWorkloads(@TempDir(factory = ShortTempDirs.class) Path root) throws Exception {
        Files.createDirectories(root.resolve("profiles"));
        for (String workload : List.of("one", "two")) {
            Path folder = Files.createDirectories(root.resolve("suite").resolve(workload));
            Files.writeString(folder.resolve("workload.yaml"), "packages: [no-such-package-" + workload + "]\n");
        }
        Files.writeString(
                root.resolve("profiles/users.yaml"),
                "workloads:\n  - office/writer\n  - { workload: suite/one, sessions: 20% }\n");
        Map<String, String> notReady = Map.of("DESKMETER_READY", "");
        for (List<String> options : List.of(
                List.of("--profile", "users", "--workloads", root.toString()),
                List.of("--workloads=" + root, "--profile=users"))) {
            List<String> arguments = new ArrayList<>(List.of("demo"));
            arguments.addAll(options);
            Ended ended = launch(notReady, arguments.toArray(String[]::new));
            assertThat(ended.code()).isEqualTo(2);
            assertThat(String.join("\n", ended.lines()))
                    .contains("no-such-package-one (no-such-package-one): needed by the workload suite/one")
                    .doesNotContain("no-such-package-two");
        }
    }

    /** Before anything that takes minutes. */
    @Test
    void packagesNeedAJdkThatLinksRuntimes() throws Exception {
        Ended old = launch(Map.of(), "package", "--jdk", jdk.toString());
        assertThat(old.code()).isEqualTo(2);
        assertThat(old.lines())
                .singleElement()
                .asString()
                .startsWith(
                        "deskmeter: package --jdk: " + jdk + " (expected: a JDK of version 25 or newer, with jlink, ");
        program("javac", "echo 'javac 25.0.1'");
        program("jlink", "echo 'Linking from run-time image disabled'");
        assertThat(launch(Map.of(), "package", "--jdk=" + jdk).code()).isEqualTo(2);
        Ended option = launch(Map.of(), "package", "--output", "x");
        assertThat(option.code()).isEqualTo(2);
        assertThat(option.lines())
                .containsExactly(
                        "deskmeter: package: --output (expected: --images, --windows-runtime, --out, --jdk, --release or --sign; hint: ./deskmeter package --help)");
        assertThat(launch(Map.of(), "package", "--release", "1.5").lines())
                .containsExactly("deskmeter: package --release: 1.5 (expected: a whole number from 1)");
    }

    /** Before anything that takes minutes, the version is read of the file release, and the processor of a program. */
    @Test
    void aWindowsInstallerNeedsAJavaForWindows(@TempDir Path runtime) throws Exception {
        Files.createDirectories(runtime.resolve("bin"));
        String begins = "deskmeter: package --windows-runtime: " + runtime;
        assertThat(windowsPackage(runtime))
                .startsWith(begins + " has no bin/java.exe (expected: an unpacked Java runtime");
        ByteBuffer program = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        Files.write(
                runtime.resolve("bin/java.exe"),
                program.putInt(60, 128).putShort(132, (short) 0xaa64).array());
        Files.createFile(runtime.resolve("bin/javaw.exe"));
        assertThat(windowsPackage(runtime)).startsWith(begins + " has no release");
        Files.writeString(runtime.resolve("release"), "JAVA_VERSION=\"11.0.2\"\r\n");
        assertThat(windowsPackage(runtime))
                .startsWith(begins + " has Java \"11.0.2\", by its file release (expected: version 17");
        Files.writeString(runtime.resolve("release"), "JAVA_VERSION=\"25\"\nMODULES=\"java.base java.desktop\"\n");
        assertThat(windowsPackage(runtime))
                .startsWith("deskmeter: package --windows-runtime: " + runtime
                        + "/bin/java.exe is for another processor (expected: x86-64)");
        Files.write(
                runtime.resolve("bin/java.exe"),
                program.putShort(132, (short) 0x8664).array());
        assertThat(windowsPackage(runtime))
                .startsWith(begins + " lacks modules of Java, by its file release: ")
                .contains(" jdk.httpserver ", "(expected: those of src/package/modules;")
                .doesNotContain("java.desktop");
    }

    private String windowsPackage(Path runtime) throws Exception {
        Ended ended = launch(Map.of(), "package", "--windows-runtime", runtime.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.lines()).hasSize(1);
        return ended.lines().get(0);
    }

    @Test
    void authorsOfWorkloadsGetAProgramOfTheirOwn() throws Exception {
        Ended lint = launch(Map.of(), "workload", "lint", "--strict", "workloads", "--yes");
        assertThat(lint.lines()).endsWith("io.deskmeter.agent.WorkloadMain", "lint", "--strict", "workloads");
        assertThat(lint.lines()).contains("-Xmx1g");
    }

    @Test
    void whatEndsByItselfStaysSmall() throws Exception {
        for (String command : List.of("demo", "run", "check", "compare")) {
            assertThat(launch(Map.of("DESKMETER_CONTROLLER_HEAP", "3g"), command)
                            .lines())
                    .contains("-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", command);
        }
    }

    /**
     * A thread that gets no memory ends, and the process would live on without it: a controller without its poller
     * answers nobody, and keeps its runs.
     */
    @Test
    void everyJavaEndsWithoutMemory() throws Exception {
        for (String command : List.of(
                "controller",
                "demo",
                "run",
                "check",
                "compare",
                "runs",
                "login-link",
                "agent",
                "agent desktop",
                "agent try",
                "agent screenshot",
                "workload lint",
                "workload calibrate",
                "bench truth",
                "bench fleet",
                "bench ingest",
                "testbed rdsh")) {
            assertThat(options(launch(Map.of(), command.split(" ", -1))))
                    .as(command)
                    .contains(ENDS_WITHOUT_MEMORY);
        }
    }

    /** The options of Java, also those of the files that it is told to read. */
    private static List<String> options(Ended ended) throws IOException {
        List<String> options = new ArrayList<>(ended.lines());
        for (String option : ended.lines()) {
            if (option.startsWith("@")) {
                options.addAll(Files.readAllLines(Path.of(option.substring(1))));
            }
        }
        return options;
    }

    /** Those that are started by a program of ours, which are not the launcher's. */
    @Test
    void everyJavaThatAProgramStartsEndsWithoutMemory() throws Exception {
        List<Path> starters = new ArrayList<>();
        for (String module : List.of("agent", "controller", "workloads", "src")) {
            try (Stream<Path> files = Files.walk(Program.HOME.resolve(module))) {
                for (Path file : files.filter(LauncherIT::isProgram).toList()) {
                    if (Files.readString(file).contains("\"bin\", \"java\"")) {
                        starters.add(file);
                    }
                }
            }
        }
        assertThat(starters).hasSizeGreaterThanOrEqualTo(4);
        for (Path starter : starters) {
            assertThat(Files.readString(starter)).as("%s", starter).contains('"' + ENDS_WITHOUT_MEMORY + '"');
        }
    }

    private static boolean isProgram(Path file) {
        return file.toString().endsWith(".java") && file.toString().contains("/src/main/java/");
    }
}
