package io.deskmeter.agent.platform.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.agent.setup.StoppedSetupMain;
import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.testkit.wine.Wine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code agent setup} in a Java for Windows under Wine, with Wine's registry: what was there before is told by
 * {@code reg export}, which is a program of Wine.
 */
@Timeout(1800)
class SetupUnderWineLongTest {
    private static final String MAIN = "io.deskmeter.agent.AgentMain";
    private static final String SERVICES = "HKLM\\System\\CurrentControlSet\\Services\\";
    private static final String AU = "HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU";
    private static final String RUN = "HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Run";
    private static final Pattern STEP = Pattern.compile("step ([0-9]+): (.*)");

    private static final Path MACHINE = Wine.disk().resolve("ProgramData/Deskmeter");

    private static final String STORE = "HKLM\\Software\\Policies\\Microsoft\\WindowsStore";

    @TempDir
    private static Path folder;

    private static Wine wine;
    private static List<Path> classPath = List.of();
    private static List<String> steps = List.of();

    /** The registry after a setup that nobody has killed. */
    private static Map<String, String> whole = Map.of();

    private static Map<String, String> before = Map.of();

    @BeforeAll
    static void start() throws Exception {
        var loader = Wine.loader();
        assumeTrue(loader.isPresent(), "wine is not installed; ./deskmeter test --long installs it");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/Xvfb")), "Xvfb is not installed");
        wine = Wine.start(folder, loader.orElseThrow());
        classPath = Wine.classPath();
        Files.writeString(folder.resolve("desktop.token"), "a secret of desktops\n");
        // What an earlier start of this class left that was ended in its middle: Wine keeps its registry.
        run(MAIN, "setup", "uninstall");
        run(MAIN, "setup", "uninstall", "--scope", "user");
        wine.program("reg", "delete", STORE, "/f");
        // As machines have it: a service, one of an odd type, and a policy of an administrator.
        add(SERVICES + "UsoSvc", "Start", "REG_DWORD", "2");
        add(SERVICES + "SysMain", "Start", "REG_DWORD", "3");
        add(SERVICES + "WSearch", "Start", "REG_SZ", "2");
        add(AU, "NoAutoUpdate", "REG_DWORD", "0");
        add("HKCU\\Control Panel\\Desktop\\WindowMetrics", "MinAnimate", "REG_EXPAND_SZ", "%ONE%");
        before = registry();
        Wine.Ended unkilled = setup(Integer.MAX_VALUE);
        assertThat(unkilled.code()).as(unkilled.text()).isZero();
        steps = unkilled.text()
                .lines()
                .map(STEP::matcher)
                .filter(Matcher::matches)
                .map(step -> step.group(2))
                .toList();
        whole = registry();
        takeBack();
    }

    @AfterAll
    static void end() throws IOException {
        if (wine != null) {
            wine.close();
        }
    }

    private static void add(String key, String name, String type, String data) throws Exception {
        Wine.Ended added = wine.program("reg", "add", key, "/v", name, "/t", type, "/d", data, "/f");
        assertThat(added.code()).as(added.text()).isZero();
    }

    private static Map<String, String> registry() throws Exception {
        return wine.registry();
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

    private static Wine.Ended run(String main, String... arguments) throws Exception {
        return wine.java(classPath, main, arguments);
    }

    private static String[] arguments(int stopAt) {
        return new String[] {
            Integer.toString(stopAt),
            "--unattended",
            "--json",
            "--controller",
            "127.0.0.1:1",
            "--desktop-token-file",
            Wine.inside(folder.resolve("desktop.token"))
        };
    }

    private static Wine.Ended setup(int stopAt) throws Exception {
        return run(StoppedSetupMain.class.getName(), arguments(stopAt));
    }

    private static void takeBack() throws Exception {
        Wine.Ended ended = run(MAIN, "setup", "uninstall");
        assertThat(ended.code()).as(ended.text()).isZero();
        assertSame(registry(), before, "given back");
    }

    @Test
    void doesAllStagesAndGivesBackWhatWasThere() throws Exception {
        Wine.Ended dry = run(MAIN, "setup", "--dry-run");
        assertThat(dry.code()).as(dry.text()).isZero();
        assertThat(dry.text()).contains("windows-update-orchestrator: wanted").contains("now dword 2");
        assertSame(registry(), before, "only looked at");

        Wine.Ended ended = run(
                MAIN,
                "setup",
                "--unattended",
                "--controller",
                "127.0.0.1:1",
                "--desktop-token-file",
                Wine.inside(folder.resolve("desktop.token")));

        assertThat(ended.code()).as(ended.text()).isZero();
        assertThat(ended.text())
                .contains(
                        "1/7 preflight  ok",
                        "2/7 files      unchanged",
                        "3/7 enrol      postponed",
                        "windows-update-policy: overruled by HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU"
                                + "\\\\NoAutoUpdate, dword 0 of the administrator's own",
                        "6/7 autostart  ok",
                        "7/7 verify     warning",
                        "controller: 127.0.0.1:1: ",
                        "screen: a picture of ");
        assertSame(registry(), whole, "as of a setup that was not killed");
        assertThat(wine.program("reg", "query", SERVICES + "UsoSvc", "/v", "Start")
                        .text())
                .contains("0x4");
        assertThat(wine.program("reg", "query", RUN, "/v", "Deskmeter desktop agent")
                        .text())
                .contains("javaw.exe", "desktop-agent-");
        Wine.Ended again = setup(Integer.MAX_VALUE);
        assertThat(again.code()).as(again.text()).isZero();
        assertThat(again.text()).doesNotContain("write a value", "create a key");
        Wine.Ended status = run(MAIN, "setup", "status");
        assertThat(status.text()).containsPattern("optimisations measure [0-9a-f]{64}");

        Wine.Ended restored = run(MAIN, "setup", "restore");
        assertThat(restored.code()).as(restored.text()).isZero();
        assertThat(wine.program("reg", "query", RUN, "/v", "Deskmeter desktop agent")
                        .code())
                .as("the start of agents stays")
                .isZero();
        takeBack();
    }

    @Test
    void leavesAloneWhatHasChangedSince() throws Exception {
        assertThat(setup(Integer.MAX_VALUE).code()).isZero();
        add(SERVICES + "SysMain", "Start", "REG_DWORD", "2");
        add(STORE, "Others", "REG_SZ", "somebody's");

        Wine.Ended ended = run(MAIN, "setup", "uninstall");

        assertThat(ended.code()).as(ended.text()).isZero();
        assertThat(ended.text())
                .contains("changed since HKLM\\SYSTEM\\CurrentControlSet\\Services\\SysMain\\\\Start: dword 2");
        Map<String, String> expected = new TreeMap<>(before);
        expected.put("HKEY_LOCAL_MACHINE\\" + STORE.substring(5), "\"Others\"=\"somebody's\"");
        // Programs of 32 bits see the same policies.
        expected.put(
                "HKEY_LOCAL_MACHINE\\" + STORE.substring(5).replace("Software\\", "Software\\Wow6432Node\\"),
                "\"Others\"=\"somebody's\"");
        expected.compute(
                "HKEY_LOCAL_MACHINE\\" + SERVICES.substring(5) + "SysMain",
                (unused, values) -> "\"Start\"=dword:00000002");
        assertSame(lower(registry()), lower(expected), "changed since");

        add(SERVICES + "SysMain", "Start", "REG_DWORD", "3");
        assertThat(wine.program("reg", "delete", STORE, "/f").code()).isZero();
        assertSame(registry(), before, "given back");
    }

    /** What created a key decides the case of its name. */
    private static Map<String, String> lower(Map<String, String> keys) {
        Map<String, String> lower = new TreeMap<>();
        keys.forEach((key, values) -> lower.put(key.toLowerCase(Locale.ROOT), values));
        return lower;
    }

    @Test
    void aUserSetsWhatIsTheUsers() throws Exception {
        Wine.Ended ended = run(MAIN, "setup", "--scope", "user", "--unattended");

        assertThat(ended.code()).as(ended.text()).isZero();
        Map<String, String> after = registry();
        assertThat(after.get("HKEY_CURRENT_USER\\Control Panel\\Desktop")).contains("\"ScreenSaveActive\"=\"0\"");
        assertThat(after.get("HKEY_CURRENT_USER\\Control Panel\\Desktop\\WindowMetrics"))
                .contains("\"MinAnimate\"=\"0\"");
        after.keySet().removeIf(key -> key.startsWith("HKEY_CURRENT_USER"));
        Map<String, String> ofTheMachine = new TreeMap<>(before);
        ofTheMachine.keySet().removeIf(key -> key.startsWith("HKEY_CURRENT_USER"));
        assertSame(after, ofTheMachine, "what is the machine's");
        Wine.Ended back = run(MAIN, "setup", "uninstall", "--scope", "user");
        assertThat(back.code()).as(back.text()).isZero();
        assertSame(registry(), before, "given back");
    }

    /** Of the steps of a stage the first, and of those that change something also some of each kind. */
    private static List<Integer> stepsOf(AgentSetupStage stage) {
        int first = steps.indexOf(stage.word());
        int next = Stream.of(AgentSetupStage.values())
                .filter(other -> other.number() == stage.number() + 1)
                .map(other -> steps.indexOf(other.word()))
                .findFirst()
                .orElse(steps.size());
        assertThat(first).as("stage %s in %s", stage, steps).isNotNegative();
        List<Integer> chosen = new ArrayList<>(List.of(first + 1));
        for (String kind : List.of("force the journal", "create a key", "write the arguments", "write a value")) {
            int last = steps.subList(first, next).lastIndexOf(kind);
            if (last >= 0) {
                chosen.add(first + last + 1);
            }
        }
        return chosen;
    }

    @ParameterizedTest
    @EnumSource
    void killedInAStageTheNextRunFinishesAndAllIsGivenBack(AgentSetupStage stage) throws Exception {
        for (int step : stepsOf(stage)) {
            String about = "killed at step " + step + ", " + steps.get(step - 1);
            kill(step, about);
            Wine.Ended finished = setup(Integer.MAX_VALUE);

            assertThat(finished.code()).as(about + ": " + finished.text()).isZero();
            assertSame(registry(), whole, about);
            takeBack();
        }
    }

    @Test
    void killedAmongItsWritesAllIsGivenBackAtOnce() throws Exception {
        int last = stepsOf(AgentSetupStage.OPTIMISE).get(1);
        kill(last - 7, "step " + (last - 7));
        takeBack();
    }

    private static void kill(int step, String about) throws Exception {
        Wine.Ended killed =
                wine.javaKilledAt(StoppedSetupMain.WAITS, classPath, StoppedSetupMain.class.getName(), arguments(step));
        assertThat(killed.text()).as(about).contains(StoppedSetupMain.WAITS);
    }

    @Test
    void uninstallLeavesNoFolder() throws Exception {
        assertThat(setup(Integer.MAX_VALUE).code()).isZero();
        Wine.Ended listed = wine.program("cmd", "/d", "/c", "dir /b C:\\ProgramData\\Deskmeter\\setup");
        assertThat(listed.text())
                .contains("journal.jsonl", "state.jsonl", "optimisations")
                .containsPattern("desktop-agent-[0-9a-f]{12}\\.args");
        // Wine makes permissions of lists of rights.
        assertThat(Files.getPosixFilePermissions(MACHINE.resolve("setup/state.jsonl")))
                .contains(PosixFilePermission.OTHERS_READ);
        assertThat(Files.getPosixFilePermissions(MACHINE.resolve("setup/journal.jsonl")))
                .doesNotContain(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);
        takeBack();
        assertThat(wine.program("cmd", "/d", "/c", "dir /b C:\\ProgramData\\Deskmeter")
                        .code())
                .isNotZero();
    }

    /** A journal that would be taken back as the administrator who starts the command. */
    private static void plantJournal(Path deskmeter) throws IOException {
        Files.createDirectories(deskmeter.resolve("setup"));
        Files.writeString(
                deskmeter.resolve("setup/journal.jsonl"),
                "{\"entry\": \"1\", \"state\": \"STARTED\", \"owner\": \"x\", \"path\": \""
                        + RUN.replace("\\", "\\\\")
                        + "\\\\\\\\Planted\", \"before\": \"registry-value:1:eAAAAA==\", \"after\": \"absent\"}\n");
    }

    private static void refusesAll(String why) throws Exception {
        for (String command : List.of("restore", "uninstall", "status", "--unattended", "--dry-run")) {
            Wine.Ended refused = run(MAIN, "setup", command);
            assertThat(refused.code()).as(command + ": " + refused.text()).isIn(3, 5);
            assertThat(refused.text()).as(command).contains(why);
        }
        assertSame(registry(), before, "nothing was taken back");
    }

    /** Wine calls whoever is not this user anonymous. */
    @Test
    void aFolderOfAnotherUserIsRefused() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for chown)");
        plantJournal(MACHINE);
        for (Path one : List.of(MACHINE, MACHINE.resolve("setup"), MACHINE.resolve("setup/journal.jsonl"))) {
            Files.setAttribute(one, "unix:uid", 12_345);
        }
        try {
            refusesAll("C:\\ProgramData\\Deskmeter belongs to ");
        } finally {
            Files.delete(MACHINE.resolve("setup/journal.jsonl"));
            Files.delete(MACHINE.resolve("setup"));
            Files.delete(MACHINE);
        }
    }

    /** The rights of a folder that somebody has named, and of the one above it, are nobody else's to change. */
    @Test
    void theFolderAboveThatOfAnAgentKeepsItsRights() throws Exception {
        Path home = Files.createDirectory(folder.resolve("somebody"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx--x---"));
        Wine.Ended ended = run(
                MAIN,
                "setup",
                "--only",
                "enrol",
                "--unattended",
                "--controller",
                "127.0.0.1:1",
                "--join",
                "dmj1." + "A".repeat(43) + "." + "S".repeat(43),
                "--agent-state",
                Wine.inside(home.resolve("agent")));
        assertThat(ended.code()).as(ended.text()).isEqualTo(7);
        assertThat(Files.getPosixFilePermissions(home)).isEqualTo(PosixFilePermissions.fromString("rwx--x---"));
        assertThat(Files.getPosixFilePermissions(home.resolve("agent")))
                .doesNotContain(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE);
        takeBack();
    }

    /** Of each odd kind one: nothing, no end, and a type without a name. */
    @Test
    void valuesOfAnyKindComeBackAsTheyWere() throws Exception {
        String key = "HKCU\\Control Panel\\Desktop";
        Path file = folder.resolve("odd.reg");
        Files.writeString(file, """
                Windows Registry Editor Version 5.00\r
                \r
                [HKEY_CURRENT_USER\\Control Panel\\Desktop]\r
                "ScreenSaveActive"=hex(1):\r
                "FontSmoothing"=hex(1):31,00,32\r
                "UserPreferencesMask"=hex(1234):01,02,03\r
                """, StandardCharsets.US_ASCII);
        Path saved = folder.resolve("saved.reg");
        assertThat(wine.program("reg", "export", key, Wine.inside(saved), "/y").code())
                .isZero();
        assertThat(wine.program("reg", "import", Wine.inside(file)).code()).isZero();
        try {
            Map<String, String> odd = registry();
            assertThat(odd.get("HKEY_CURRENT_USER\\Control Panel\\Desktop"))
                    .contains("\"UserPreferencesMask\"=hex(1234):01,02,03");
            Wine.Ended ended = run(MAIN, "setup", "--scope", "user", "--unattended");
            assertThat(ended.code()).as(ended.text()).isZero();
            Wine.Ended back = run(MAIN, "setup", "uninstall", "--scope", "user");
            assertThat(back.code()).as(back.text()).isZero();
            assertSame(registry(), odd, "given back");
        } finally {
            for (String name : List.of("ScreenSaveActive", "FontSmoothing", "UserPreferencesMask")) {
                wine.program("reg", "delete", key, "/v", name, "/f");
            }
            wine.program("reg", "import", Wine.inside(saved));
        }
        assertSame(registry(), before, "as it was");
    }
}
