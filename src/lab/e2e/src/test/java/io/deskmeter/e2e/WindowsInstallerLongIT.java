package io.deskmeter.e2e;

import static io.deskmeter.e2e.MadePackages.made;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.testkit.wine.Wine;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code deskmeter-agent-setup.exe} under Wine: what it installs, what it ends with, and that the uninstaller leaves
 * the registry and the disk of before.
 */
@PackageTests
@Timeout(3600)
class WindowsInstallerLongIT {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String INSTALLER = "deskmeter-agent-setup.exe";
    private static final String UNINSTALLER = "deskmeter-uninstall.exe";
    private static final String PROGRAM = "C:\\Program Files\\Deskmeter";
    private static final String ENTRY =
            "HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Deskmeter Agent";
    private static final String RUN = "HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Run";
    private static final String LOG = "C:\\deskmeter-setup.log";

    @TempDir(factory = ShortTempDirs.class)
    private static Path folder;

    private static Wine wine;
    private static ControllerServer server;
    private static Map<String, String> registry = Map.of();
    private static Map<String, String> files = Map.of();

    @BeforeAll
    static void start() throws Exception {
        var loader = Wine.loader();
        assumeTrue(loader.isPresent(), "wine is not installed; ./deskmeter test --long installs it");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/Xvfb")), "Xvfb is not installed");
        wine = Wine.start(folder, loader.orElseThrow());
        Files.writeString(folder.resolve("desktop.token"), "a secret of desktops\n");
        server = ControllerServer.start(
                ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads")))
                        .withMachines(new MachineListener("127.0.0.1", 0, List.of())));
        // What an earlier start of this class left that was ended in its middle: Wine keeps its disk.
        if (Files.exists(inProgram(UNINSTALLER))) {
            uninstall();
        }
        // The first program that asks for it makes Wine write what a machine has.
        assertThat(wine.program("cmd", "/d", "/c", "ver").code()).isZero();
        registry = wine.registry();
        files = files();
    }

    @AfterAll
    static void end() throws IOException {
        if (server != null) {
            server.close();
        }
        if (wine != null) {
            wine.close();
        }
    }

    @BeforeEach
    @AfterEach
    void forgetTheLog() throws IOException {
        Files.deleteIfExists(log());
    }

    private static Path log() {
        return Wine.disk().resolve("deskmeter-setup.log");
    }

    private static Path inProgram(String file) {
        return Wine.disk().resolve("Program Files/Deskmeter").resolve(file);
    }

    /**
     * Of each file of the disk its size, and of each folder nothing; without those that programs put there for a time.
     */
    private static Map<String, String> files() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(Wine.disk())) {
            for (Path file : all.toList()) {
                String name = Wine.disk().relativize(file).toString();
                if (!name.matches("(users/[^/]+(/AppData/Local)?|windows)/[Tt]emp/.*")
                        && !Files.isSymbolicLink(file)
                        && !file.equals(log())) {
                    found.put(
                            name,
                            Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) ? "" : Long.toString(Files.size(file)));
                }
            }
        }
        return found;
    }

    /**
     * Starts an installer without a window, as a tool for roll-outs does: of a batch file, with quotes where it needs
     * them.
     */
    private static Wine.Ended setup(String of, String... options) throws Exception {
        String installer = Wine.inside(made(of).resolve(INSTALLER)).replace('/', '\\');
        return wine.line("\"" + installer + "\" /S /LOG=" + LOG + " " + String.join(" ", options));
    }

    private static String said() throws IOException {
        return Files.exists(log()) ? Files.readString(log(), StandardCharsets.UTF_8) : "(no log)";
    }

    private static Wine.Ended uninstall() throws Exception {
        return uninstall(PROGRAM);
    }

    /** By a copy, which can remove it. The option that makes it wait is the last one, and without quotes. */
    private static Wine.Ended uninstall(String from) throws Exception {
        Path copy = folder.resolve("copy-of-" + UNINSTALLER);
        Files.copy(
                Wine.disk().resolve(from.substring(3).replace('\\', '/')).resolve(UNINSTALLER),
                copy,
                StandardCopyOption.REPLACE_EXISTING);
        return wine.line("\"" + Wine.inside(copy).replace('/', '\\') + "\" /S /LOG=" + LOG + " _?=" + from);
    }

    private static String value(String key, String name) throws Exception {
        return wine.program("reg", "query", key, "/v", name).text();
    }

    private static void assertNothingLeft(String about) throws Exception {
        assertSame(files(), files, about);
        assertSame(wine.registry(), registry, about);
    }

    /** Shows what differs only: a registry has thousands of keys. */
    private static void assertSame(Map<String, String> found, Map<String, String> expected, String about) {
        Map<String, String> differences = new TreeMap<>();
        expected.forEach((key, values) -> {
            if (!values.equals(found.get(key))) {
                differences.put(key, values + " became " + found.get(key));
            }
        });
        found.forEach((key, values) -> {
            if (!expected.containsKey(key)) {
                differences.put(key, "new: " + values);
            }
        });
        assertThat(differences).as(about).isEmpty();
    }

    private static String desktopToken() {
        return "/DESKTOPTOKENFILE=" + Wine.inside(folder.resolve("desktop.token"));
    }

    @Test
    void twoMakingsGiveTheSameBytes() throws Exception {
        assertThat(Files.mismatch(
                        made("first").resolve(INSTALLER), made("second").resolve(INSTALLER)))
                .isEqualTo(-1);
        assertThat(Files.readString(made("first").resolve("SHA256SUMS"))).contains("  " + INSTALLER + "\n");
    }

    @Test
    void isInstalledUpgradedAndRemoved() throws Exception {
        Wine.Ended installed = setup("first", "/CONTROLLER=127.0.0.1:1", desktopToken());

        assertThat(installed.code()).as(said()).isZero();
        assertThat(said())
                .startsWith("1/7 preflight  ok")
                .contains("2/7 files      ok", "3/7 enrol      postponed", "6/7 autostart  ok");
        assertThat(value(RUN, "Deskmeter desktop agent"))
                .contains(
                        "\"" + PROGRAM + "\\runtime\\bin\\javaw.exe\"",
                        "\"@" + PROGRAM + "\\agent\\desktop-jvm.args\"");
        assertThat(value(ENTRY, "DisplayVersion")).contains("-1");
        assertThat(value(ENTRY, "Publisher")).contains("Deskmeter");
        assertThat(value(ENTRY, "EstimatedSize")).contains("REG_DWORD");
        assertThat(value(ENTRY, "QuietUninstallString")).contains("\"" + PROGRAM + "\\" + UNINSTALLER + "\" /S");

        Map<String, String> withFirst = files();
        assertThat(setup("first", "/CONTROLLER=127.0.0.1:1", desktopToken()).code())
                .as(said())
                .isZero();
        assertThat(said()).contains("2/7 files      unchanged");
        assertSame(programsOf(files()), programsOf(withFirst), "installed again");

        // A file that a later version has otherwise.
        Files.writeString(inProgram("LICENSE"), "of an earlier version");
        assertThat(setup("newer", "/CONTROLLER=127.0.0.1:1", desktopToken()).code())
                .as(said())
                .isZero();
        assertThat(value(ENTRY, "DisplayVersion")).contains("-2");
        assertThat(inProgram("LICENSE")).hasSameBinaryContentAs(Program.HOME.resolve("LICENSE"));

        assertThat(uninstall().code()).as(said()).isZero();
        assertNothingLeft("removed");
    }

    /** Not the uninstaller itself, which has the version in it. */
    private static Map<String, String> programsOf(Map<String, String> all) {
        Map<String, String> programs = new TreeMap<>(all);
        programs.keySet().removeIf(name -> !name.startsWith("Program Files/") || name.endsWith(UNINSTALLER));
        return programs;
    }

    /** What an upgrade does with the earlier version, whose files are not all those of the later one. */
    @Test
    void theUninstallerKnowsWhichFilesItsVersionHas() throws Exception {
        assertThat(setup("first", "/NOSETUP").code()).as(said()).isZero();
        Files.writeString(inProgram("agent/somebody's.txt"), "not of the program");

        Wine.Ended removed = wine.line("\"" + PROGRAM + "\\" + UNINSTALLER + "\" /S /FILESONLY _?=" + PROGRAM);

        assertThat(removed.code()).isZero();
        try (Stream<Path> left = Files.walk(inProgram(""))) {
            assertThat(left.filter(Files::isRegularFile).map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder(UNINSTALLER, "somebody's.txt");
        }
        Files.delete(inProgram("agent/somebody's.txt"));
        Files.delete(inProgram("agent"));
        assertThat(uninstall().code()).as(said()).isZero();
        assertNothingLeft("removed");
    }

    /** As the list of installed programs starts it: it goes on in a program of its own. */
    @Test
    void removedFromTheListOfProgramsNothingIsLeft() throws Exception {
        assertThat(setup("first", "/CONTROLLER=127.0.0.1:1", desktopToken()).code())
                .as(said())
                .isZero();

        wine.line("\"" + PROGRAM + "\\" + UNINSTALLER + "\" /S");

        Awaitility.await()
                .atMost(SOON)
                .until(() -> Files.notExists(inProgram(""))
                        && wine.program("reg", "query", ENTRY).code() != 0);
        assertNothingLeft("removed");
    }

    private String token() throws Exception {
        JsonNode made = JsonMapper.shared()
                .readTree(Clients.of(() -> server)
                        .send(
                                HttpRequest.newBuilder(server.address().resolve("/api/v1/enrolments"))
                                        .header("Content-Type", "application/json")
                                        .POST(BodyPublishers.ofString("{\"machines\":1,\"validSeconds\":3000}"))
                                        .build(),
                                BodyHandlers.ofString())
                        .body());
        return made.path("token").asString();
    }

    private static String joinFile(String token) throws IOException {
        Path file = Files.writeString(folder.resolve("a join token"), token);
        return "\"/JOINFILE=" + Wine.inside(file) + "\"";
    }

    @Test
    void aTokenIsTakenOnceAndTheNextMachineIsToldSo() throws Exception {
        String join = joinFile(token());
        String controller = "/CONTROLLER=" + server.machineAddress().orElseThrow();
        assertThat(setup("first", controller, join, "/PROFILE=none").code())
                .as(said())
                .isZero();
        assertThat(said()).contains("3/7 enrol      enrolled");
        assertThat(uninstall().code()).as(said()).isZero();
        assertNothingLeft("removed, with the identity");
        Files.delete(log());

        assertThat(setup("first", controller, join).code()).as(said()).isEqualTo(12);
        assertThat(said()).contains("token used up", "agent setup ended with exit code 12");
        assertThat(wine.program("reg", "query", ENTRY).code()).as("installed").isZero();
        assertThat(uninstall().code()).as(said()).isZero();
        assertNothingLeft("removed");
    }

    @Test
    void whatIsNoTokenIsInvalidInput() throws Exception {
        assertThat(setup("first", "/CONTROLLER=127.0.0.1:1", joinFile("rubbish"))
                        .code())
                .as(said())
                .isEqualTo(2);
        assertThat(uninstall().code()).as(said()).isZero();
        assertNothingLeft("removed");
    }

    @Test
    void optionsThatItDoesNotKnowChangeNothing() throws Exception {
        for (String option : List.of("/CONTROLER=a:1", "/JOIN=dm1.secret", "/PROFILE=", "/IMAGE=yes", "unattended")) {
            assertThat(setup("first", option).code()).as(option).isEqualTo(2);
            assertThat(said())
                    .as(option)
                    .contains(option.split("=", -1)[0] + (option.startsWith("/IMAGE") ? "=" : ""), "expected: ")
                    .doesNotContain("secret");
            Files.delete(log());
        }
        assertNothingLeft("refused");
    }

    @Test
    void theCommandHasTheWordsOfLinuxAndItsExitCodes() throws Exception {
        // In a folder of its own choice, with a blank.
        assertThat(setup("first", "/NOSETUP", "/D=C:\\De sk").code()).as(said()).isZero();
        String command = "\"C:\\De sk\\deskmeter.cmd\" ";
        try {
            assertThat(wine.line(command + "--version").text()).startsWith("Deskmeter ");
            assertThat(wine.line(command + "--help").text()).contains("Usage: deskmeter COMMAND", "agent setup");
            Wine.Ended run = wine.line(command + "run profile.yaml");
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.text()).contains("deskmeter: command: run, which there is on Linux only");
            Wine.Ended profile = wine.line(command + "agent setup --dry-run \"--profile=a b=c\"");
            assertThat(profile.code()).isEqualTo(2);
            assertThat(profile.text()).contains("--profile: a b=c (expected: measure, density or none)");
            Wine.Ended dry = wine.line(command + "agent setup --dry-run --profile none");
            assertThat(dry.code()).as(dry.text()).isZero();
            assertThat(dry.text()).contains("2/7 files      ok");
            assertThat(wine.line(command + "agent desktop --help").text()).contains("Usage: deskmeter agent desktop");
        } finally {
            assertThat(uninstall("C:\\De sk").code()).as(said()).isZero();
        }
        assertNothingLeft("removed");
    }

    /** Windows, and Wine, let no file be renamed that a program has open. */
    @Test
    void aProgramThatRunsIsNotReplaced() throws Exception {
        assertThat(setup("first", "/NOSETUP").code()).as(said()).isZero();
        Map<String, String> installed = files();
        Path printed = folder.resolve("agent.txt");
        String command = "\"" + PROGRAM + "\\deskmeter.cmd\" agent --controller 127.0.0.1:1 --token-file "
                + Wine.inside(folder.resolve("desktop.token")) + " --state " + Wine.inside(folder.resolve("agent"))
                + " > " + Wine.inside(printed) + " 2>&1";
        Thread agent = new Thread(() -> quietly(command), "agent");
        agent.start();
        try {
            Awaitility.await().atMost(SOON).until(() -> Files.exists(printed) && Files.size(printed) > 0);
            assertThat(setup("first", "/NOSETUP").code()).as(said()).isEqualTo(3);
            assertThat(said()).contains("is in use (expected: no agent that runs");
            assertThat(uninstall().code()).isEqualTo(3);
            assertSame(programsOf(files()), programsOf(installed), "in use");
        } finally {
            wine.program("taskkill", "/f", "/im", "java.exe");
            agent.join(SOON.toMillis());
        }
        assertThat(uninstall().code()).as(said()).isZero();
        assertNothingLeft("removed");
    }

    private static void quietly(String command) {
        try {
            wine.line(command);
        } catch (Exception e) {
            throw new IllegalStateException(command, e);
        }
    }
}
