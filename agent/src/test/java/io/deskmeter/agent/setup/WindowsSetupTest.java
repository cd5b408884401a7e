package io.deskmeter.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.platform.PrivateFiles;
import io.deskmeter.agent.platform.Registry.Value;
import io.deskmeter.agent.setup.Optimiser.Outcome;
import io.deskmeter.agent.setup.Optimiser.Result;
import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.workload.targets.Optimisation;
import io.deskmeter.workload.targets.Optimisation.OperatingSystem;
import io.deskmeter.workload.targets.Optimisation.Profile;
import io.deskmeter.workload.targets.Optimisation.Scope;
import io.deskmeter.workload.yaml.OptimisationFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The stages and the optimiser on a registry in memory; {@code SetupUnderWineLongTest} has a real one. */
class WindowsSetupTest {
    private static final String POLICY = "HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU";
    private static final String SERVICES = "HKLM\\SYSTEM\\CurrentControlSet\\Services\\";
    private static final String RUN = "HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run";
    private static final String OWN = """
            system: windows
            optimisations:
              - {id: service, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 applies-to: ['HKLM\\SYSTEM\\CurrentControlSet\\Services\\SysMain'],
                 registry: {hive: HKLM, key: SYSTEM\\CurrentControlSet\\Services\\SysMain, name: Start, type: dword, value: 4}}
              - {id: missing, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 applies-to: ['HKLM\\SYSTEM\\CurrentControlSet\\Services\\None'],
                 registry: {hive: HKLM, key: SYSTEM\\CurrentControlSet\\Services\\None, name: Start, type: dword, value: 4}}
              - {id: policy, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 registry: {hive: HKLM, key: SOFTWARE\\Policies\\A\\B, name: First, type: string, value: wanted}}
              - {id: second, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 registry: {hive: HKLM, key: software\\policies\\a\\b, name: Second, type: binary, value: '9E1E'}}
              - {id: of-an-administrator, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 registry: {hive: HKLM, key: SOFTWARE\\Policies\\Own, name: Mine, type: dword, value: 1}}
              - {id: as-wanted, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 registry: {hive: HKLM, key: SOFTWARE\\Policies\\Own, name: Ours, type: dword, value: 1}}
              - {id: of-another-type, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 registry: {hive: HKLM, key: SOFTWARE\\Own, name: Expands, type: string, value: b}}
              - {id: overruled, reason: r, profile: measure, scope: machine, default: d, risk: r, basis: tried,
                 overruled-by: ['HKLM\\SOFTWARE\\Policies\\Own\\\\Mine'],
                 registry: {hive: HKLM, key: SOFTWARE\\Own, name: Overruled, type: dword, value: 1}}
              - {id: of-a-user, reason: r, profile: measure, scope: user, default: d, risk: r, basis: tried,
                 registry: {hive: HKCU, key: Control Panel\\Desktop, name: A, type: string, value: b}}
            """;

    @TempDir
    private Path folder;

    private MemoryRegistry registry = new MemoryRegistry();
    private Path state;
    private List<Optimisation> set = List.of();

    @BeforeEach
    void makeMachine() throws Exception {
        set = OptimisationFile.parse("own.yaml", OWN);
        machine("first");
    }

    private void machine(String name) throws IOException {
        state = Files.createDirectories(folder.resolve(name).resolve("state"));
        registry = new MemoryRegistry()
                .with(SERVICES + "SysMain", "Start", dword(2))
                .with(SERVICES + "UsoSvc", "Start", dword(2))
                .with("HKLM\\SOFTWARE\\Policies\\Own", "Mine", dword(0))
                .with("HKLM\\SOFTWARE\\Policies\\Own", "Ours", dword(1))
                .with("HKLM\\SOFTWARE\\Own", "Expands", new Value(2, new byte[] {37, 0, 0, 0}))
                .with("HKLM\\SOFTWARE\\Own", "Odd", new Value(7, new byte[] {1}));
    }

    private static Value dword(int value) {
        return new Value(4, new byte[] {(byte) value, 0, 0, 0});
    }

    private List<Result> apply(WriteHook step) throws IOException {
        try (Journal journal = Journal.open(state, step)) {
            return new Optimiser(new RegistryPlaces(registry, step), journal, Scope.MACHINE).apply(set);
        }
    }

    private List<Result> restore(WriteHook step) throws IOException {
        try (Journal journal = Journal.open(state, step)) {
            List<Result> results =
                    new Optimiser(new RegistryPlaces(registry, step), journal, Scope.MACHINE).restore(entry -> true);
            journal.closeRestored();
            return results;
        }
    }

    private static Map<String, Outcome> outcomes(List<Result> results) {
        return results.stream().collect(Collectors.toMap(Result::id, Result::outcome, (a, b) -> b, TreeMap::new));
    }

    @Test
    void setsValuesTellsWhatOverrulesAndRestoresWhatWasThere() throws IOException {
        String before = registry.snapshot();
        Map<String, Outcome> expected = Map.of(
                "service", Outcome.SET,
                "missing", Outcome.NOT_APPLICABLE,
                "policy", Outcome.SET,
                "second", Outcome.SET,
                "of-an-administrator", Outcome.OVERRULED,
                "as-wanted", Outcome.ALREADY,
                "of-another-type", Outcome.SET,
                "overruled", Outcome.OVERRULED,
                "of-a-user", Outcome.NOT_APPLICABLE);

        List<Result> results = apply(WriteHook.NONE);

        assertThat(outcomes(results)).isEqualTo(expected);
        assertThat(results)
                .extracting(Result::detail)
                .contains(
                        "by HKLM\\SOFTWARE\\Policies\\Own\\\\Mine, dword 0 of the administrator's own",
                        "by HKLM\\SOFTWARE\\Policies\\Own\\\\Mine",
                        "a setting of a user (hint: as that user)");
        assertThat(registry.value(SERVICES + "SysMain", "Start")).contains(dword(4));
        assertThat(registry.value("HKLM\\SOFTWARE\\Policies\\A\\B", "First"))
                .contains(new Value(1, "wanted\0".getBytes(StandardCharsets.UTF_16LE)));
        assertThat(registry.value("HKLM\\SOFTWARE\\Policies\\A\\B", "Second"))
                .contains(new Value(3, new byte[] {(byte) 0x9E, 0x1E}));
        assertThat(outcomes(apply(WriteHook.NONE))).as("again").isEqualTo(expected);
        assertThat(restore(WriteHook.NONE)).extracting(Result::outcome).containsOnly(Outcome.RESTORED);
        assertThat(registry.snapshot()).isEqualTo(before);
        assertThat(state.resolve(Journal.FILE)).doesNotExist();
    }

    @Test
    void leavesAloneWhatHasChangedSince() throws IOException {
        apply(WriteHook.NONE);
        registry.set(SERVICES + "SysMain", "Start", dword(3));
        registry.set("HKLM\\SOFTWARE\\Policies\\A\\B", "Others", dword(7));

        List<Result> results = restore(WriteHook.NONE);

        assertThat(results)
                .filteredOn(result -> result.outcome() == Outcome.CHANGED_SINCE)
                .extracting(Result::detail)
                .containsExactlyInAnyOrder(
                        SERVICES + "SysMain\\\\Start: dword 3",
                        "HKLM\\SOFTWARE\\Policies\\A\\B: a key",
                        "HKLM\\SOFTWARE\\Policies\\A: a key");
        assertThat(registry.value(SERVICES + "SysMain", "Start")).contains(dword(3));
        assertThat(registry.value("HKLM\\SOFTWARE\\Policies\\A\\B", "Others")).contains(dword(7));
        assertThat(registry.value("HKLM\\SOFTWARE\\Policies\\A\\B", "First")).isEmpty();
    }

    /** As kill -9. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static WriteHook killAt(int number, List<String> seen) {
        return what -> {
            if (seen.size() == number) {
                throw new Killed();
            }
            seen.add(what);
        };
    }

    @Test
    void killedAtAnyStepTheNextRunFinishesAndRestores() throws IOException {
        String before = registry.snapshot();
        List<String> steps = new ArrayList<>();
        apply(killAt(Integer.MAX_VALUE, steps));
        String whole = registry.snapshot();
        assertThat(steps).hasSizeGreaterThan(20);
        for (int kill = 0; kill < steps.size(); kill++) {
            int at = kill;
            machine("apply-" + kill);
            assertThatThrownBy(() -> apply(killAt(at, new ArrayList<>()))).isInstanceOf(Killed.class);
            apply(WriteHook.NONE);
            assertThat(registry.snapshot()).as("finished, killed at %s", kill).isEqualTo(whole);
            restore(WriteHook.NONE);
            assertThat(registry.snapshot()).as("restored, killed at %s", kill).isEqualTo(before);

            machine("apply-restore-" + kill);
            assertThatThrownBy(() -> apply(killAt(at, new ArrayList<>()))).isInstanceOf(Killed.class);
            restore(WriteHook.NONE);
            assertThat(registry.snapshot())
                    .as("restored at once, killed at %s", kill)
                    .isEqualTo(before);
        }
    }

    @Test
    void killedAtAnyStepOfARestoreTheNextOneFinishes() throws IOException {
        String before = registry.snapshot();
        apply(WriteHook.NONE);
        List<String> steps = new ArrayList<>();
        restore(killAt(Integer.MAX_VALUE, steps));
        assertThat(steps).hasSizeGreaterThan(10);
        for (int kill = 0; kill < steps.size(); kill++) {
            int at = kill;
            machine("restore-" + kill);
            apply(WriteHook.NONE);
            assertThatThrownBy(() -> restore(killAt(at, new ArrayList<>()))).isInstanceOf(Killed.class);
            assertThat(restore(WriteHook.NONE)).extracting(Result::outcome).doesNotContain(Outcome.CHANGED_SINCE);
            assertThat(registry.snapshot()).as("killed at %s", kill).isEqualTo(before);
        }
    }

    private Setup.Settings settings(Scope scope) throws Exception {
        return settings(scope, new LinkAddress("127.0.0.1", 1), state);
    }

    private Setup.Settings settings(Scope scope, LinkAddress controller, Path ofSetup) throws Exception {
        Path program = Files.createDirectories(folder.resolve("program").resolve("agent"));
        Files.writeString(program.resolve("desktop-jvm.args"), "-Xmx192m\n");
        return new Setup.Settings(
                // Not this machine, so that neither its clock nor its screen is looked at.
                folder,
                folder,
                ofSetup,
                folder.resolve("agent"),
                folder.resolve("program"),
                scope,
                EnumSet.allOf(AgentSetupStage.class),
                OptimisationSet.of(Profile.MEASURE, OperatingSystem.WINDOWS, List.of()),
                false,
                Optional.of(controller),
                Optional.empty(),
                Optional.of(folder.resolve("desktop.token")),
                "machine");
    }

    /** Folders are created as they are; their rights are for Windows to show. */
    private static final PrivateFiles FILES = files(new ArrayList<>(), Set.of());

    private static PrivateFiles files(List<Path> ofTheMachine, Set<String> others) {
        return new PrivateFiles() {
            @Override
            public Path provideFolder(Path folder, String... marks) throws IOException {
                return Files.createDirectories(folder);
            }

            @Override
            public Path createFolder(Path folder) throws IOException {
                return Files.createDirectory(folder);
            }

            @Override
            public Path provideMachineFolder(Path folder, boolean readable) throws IOException {
                ofTheMachine.add(folder);
                return Files.createDirectories(folder);
            }

            @Override
            public void requireMachineFolder(Path folder) {}

            @Override
            public void hideFromReaders(Path file) {}

            @Override
            public Set<String> othersWhoChange(Path file) {
                return others;
            }
        };
    }

    private int run(Setup.Settings settings, WriteHook step, StringWriter out) throws IOException {
        SetupView view = new SetupView(new PrintWriter(out, true), false, false);
        return new Setup(settings, new WindowsSetup(settings, FILES, registry, step), view, step).run();
    }

    @Test
    void doesAllStagesOnTheRegistryOfAMachine() throws Exception {
        String before = registry.snapshot();
        StringWriter out = new StringWriter();

        assertThat(run(settings(Scope.MACHINE), WriteHook.NONE, out))
                .as(out.toString())
                .isZero();

        assertThat(out.toString())
                .contains("1/7 preflight  ok", "6/7 autostart  ok", "desktop agent: " + RUN, "7/7 verify     ok");
        assertThat(registry.value(POLICY, "NoAutoUpdate")).contains(dword(1));
        assertThat(registry.value(SERVICES + "UsoSvc", "Start")).contains(dword(4));
        String command = new String(
                registry.value(RUN, "Deskmeter desktop agent").orElseThrow().bytes(), StandardCharsets.UTF_16LE);
        assertThat(command)
                .contains("javaw.exe\" \"@", "desktop-jvm.args\" \"@", "desktop-agent-")
                .hasSizeLessThanOrEqualTo(261);
        assertThat(arguments())
                .hasParent(state)
                .content()
                .contains(
                        "\"io.deskmeter.agent.DesktopAgentMain\"\n\"--controller\"\n\"127.0.0.1:1\"\n\"--token-file\"\n");
        restore(WriteHook.NONE);
        assertThat(registry.snapshot()).isEqualTo(before);
    }

    @Test
    void aUserSetsWhatIsTheUsers() throws Exception {
        String before = registry.snapshot();
        StringWriter out = new StringWriter();

        assertThat(run(settings(Scope.USER), WriteHook.NONE, out))
                .as(out.toString())
                .isZero();

        assertThat(out.toString())
                .contains("settings of the machine stay as they are (hint: --scope machine, as an administrator)");
        assertThat(registry.value("HKCU\\Control Panel\\Desktop", "ScreenSaveActive"))
                .isPresent();
        assertThat(registry.value(POLICY, "NoAutoUpdate")).isEmpty();
        assertThat(registry.value(RUN.replace("HKLM", "HKCU"), "Deskmeter desktop agent"))
                .isPresent();
        try (Journal journal = Journal.open(state, WriteHook.NONE)) {
            new Optimiser(new RegistryPlaces(registry, WriteHook.NONE), journal, Scope.USER).restore(entry -> true);
        }
        assertThat(registry.snapshot()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void killedInAStageTheNextRunFinishes(AgentSetupStage stage) throws Exception {
        String before = registry.snapshot();
        Setup.Settings settings = settings(Scope.MACHINE);
        boolean[] within = {false};
        boolean changes = stage == AgentSetupStage.OPTIMISE || stage == AgentSetupStage.AUTOSTART;
        WriteHook kill = what -> {
            if ((within[0] && what.equals("write a value")) || (what.equals(stage.word()) && !changes)) {
                throw new Killed();
            }
            within[0] |= what.equals(stage.word());
        };
        assertThatThrownBy(() -> run(settings, kill, new StringWriter())).isInstanceOf(Killed.class);
        assertThat(SetupState.open(state).words()).anyMatch(line -> line.matches(stage.word() + " +started"));

        StringWriter out = new StringWriter();
        assertThat(run(settings, WriteHook.NONE, out)).as(out.toString()).isZero();

        restore(WriteHook.NONE);
        assertThat(registry.snapshot()).isEqualTo(before);
    }

    @Test
    void aValueThatCannotBeWrittenTakesTheOthersBack() throws Exception {
        String before = registry.snapshot();
        MemoryRegistry refusing = registry;
        StringWriter out = new StringWriter();
        Setup.Settings settings = settings(Scope.MACHINE);
        SetupView view = new SetupView(new PrintWriter(out, true), false, false);
        WriteHook otherProgram = what -> {
            // Another program, before all are read back.
            if (what.equals("verify")) {
                refusing.remove(POLICY, "NoAutoUpdate");
            }
        };

        int code = new Setup(settings, new WindowsSetup(settings, FILES, registry, otherProgram), view, otherProgram)
                .run();

        assertThat(code).as(out.toString()).isEqualTo(Setup.FAILED_RESTORED);
        assertThat(out.toString()).contains("7/7 verify     failed", "windows-update-policy: ");
        assertThat(registry.snapshot()).isEqualTo(before);
    }

    /** Group policy, between the write and the last look. */
    @Test
    void aPolicyThatIsSetAgainIsNotReadBackAsWanted() throws Exception {
        MemoryRegistry refusing = registry;
        StringWriter out = new StringWriter();
        WriteHook policy = what -> {
            if (what.equals("verify")) {
                try {
                    refusing.set(POLICY, "NoAutoUpdate", dword(0));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };

        int code = run(settings(Scope.MACHINE), policy, out);

        assertThat(code).as(out.toString()).isEqualTo(Setup.FAILED_NOT_RESTORED);
        assertThat(out.toString()).contains("7/7 verify     failed", "windows-update-policy: overruled by ", "dword 0");
        assertThat(registry.value(POLICY, "NoAutoUpdate")).contains(dword(0));
    }

    @Test
    void readsBackWhatIsSetAndCountsNoOthers() throws Exception {
        StringWriter out = new StringWriter();
        Setup.Settings settings = settings(Scope.MACHINE);

        assertThat(run(settings, WriteHook.NONE, out)).as(out.toString()).isZero();

        Matcher set = Pattern.compile("5/7 optimise   ([0-9]+) set").matcher(out.toString());
        assertThat(set.find()).as(out.toString()).isTrue();
        assertThat(out.toString()).contains("read back: " + set.group(1) + " settings");
    }

    /** What the next sessions start with, too. */
    @Test
    void aSetupThatFailsLeavesTheStartOfAgentsAsItWas() throws Exception {
        StringWriter out = new StringWriter();
        assertThat(run(settings(Scope.MACHINE), WriteHook.NONE, out))
                .as(out.toString())
                .isZero();
        Path arguments = arguments();
        String first = Files.readString(arguments);
        MemoryRegistry refusing = registry;
        WriteHook otherProgram = what -> {
            if (what.equals("verify")) {
                refusing.remove(POLICY, "NoAutoUpdate");
            }
        };
        Setup.Settings other = settings(Scope.MACHINE, new LinkAddress("other.example.org", 8082), state);

        assertThat(run(other, otherProgram, out)).as(out.toString()).isEqualTo(Setup.FAILED_RESTORED);

        assertThat(arguments()).isEqualTo(arguments).content().isEqualTo(first);
        assertThat(run(other, WriteHook.NONE, out)).as(out.toString()).isZero();
        assertThat(arguments()).content().contains("other.example.org:8082");
    }

    /** Of the command that starts with sessions. */
    private Path arguments() {
        String command = new String(
                registry.value(RUN, "Deskmeter desktop agent").orElseThrow().bytes(), StandardCharsets.UTF_16LE);
        Matcher last = Pattern.compile("\"@([^\"]+)\"\0$").matcher(command);
        assertThat(last.find()).as(command).isTrue();
        return Path.of(last.group(1));
    }

    /** The folder above it, which may be a user's, keeps its rights. */
    @Test
    void aFolderOfOnesOwnForTheAgentIsNoFolderOfTheMachine() throws Exception {
        List<Path> ofTheMachine = new ArrayList<>();
        PrivateFiles files = files(ofTheMachine, Set.of());
        Setup.Settings own = settings(Scope.MACHINE);
        new WindowsSetup(own, files, registry, WriteHook.NONE).provideAgentState();
        assertThat(ofTheMachine).isEmpty();
        assertThat(own.agentState()).isDirectory();
        Setup.Settings usual = settings(Scope.MACHINE, new LinkAddress("127.0.0.1", 1), folder.resolve("setup"));
        new WindowsSetup(usual, files, registry, WriteHook.NONE).provideAgentState();
        assertThat(ofTheMachine).containsExactly(usual.agentState());
    }

    /** The registry tells no case apart. */
    @Test
    void whatIsWrittenInAnotherCaseIsOursAllTheSame() throws Exception {
        apply(WriteHook.NONE);
        set = OptimisationFile.parse("own.yaml", OWN.replace("SOFTWARE\\Policies\\A\\B", "Software\\policies\\A\\b"));
        assertThat(outcomes(apply(WriteHook.NONE))).containsEntry("policy", Outcome.SET);
        set = OptimisationFile.parse(
                "own.yaml",
                OWN.replace("SOFTWARE\\Policies\\A\\B", "Software\\policies\\A\\b")
                        .replace("value: wanted", "value: another"));
        assertThat(outcomes(apply(WriteHook.NONE))).containsEntry("policy", Outcome.SET);
        assertThat(registry.value("HKLM\\SOFTWARE\\Policies\\A\\B", "First"))
                .contains(new Value(1, "another\0".getBytes(StandardCharsets.UTF_16LE)));
    }

    /** Whoever changes them decides what an administrator starts, and all sessions. */
    @Test
    void saysWhoElseCanChangeThePrograms() throws Exception {
        PrivateFiles files = files(new ArrayList<>(), Set.of("NT AUTHORITY\\Authenticated Users"));
        Setup.Settings machine = settings(Scope.MACHINE);
        assertThat(new WindowsSetup(machine, files, registry, WriteHook.NONE).limits())
                .contains(machine.program()
                        + " can be changed by [NT AUTHORITY\\Authenticated Users], whose programs administrators and all"
                        + " sessions would then start (expected: by administrators only; hint: move it to a folder as"
                        + " C:\\Program Files\\Deskmeter)");
        assertThat(new WindowsSetup(settings(Scope.USER), files, registry, WriteHook.NONE).limits())
                .isEmpty();
    }
}
