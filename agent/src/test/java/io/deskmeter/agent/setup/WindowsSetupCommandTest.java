package io.deskmeter.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.platform.Autostart;
import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.PrivateFiles;
import io.deskmeter.agent.platform.Registry;
import io.deskmeter.agent.platform.Registry.Value;
import io.deskmeter.agent.platform.UserSession;
import io.deskmeter.screen.program.ProgramSearch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command on a machine with a registry in memory, whose folders may be those of others. */
class WindowsSetupCommandTest {
    private static final String ELSEWHERE = "HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run";

    @TempDir
    private Path folder;

    private final MemoryRegistry registry = new MemoryRegistry().with(ELSEWHERE, "Own", new Value(1, new byte[2]));

    /** Whether the folder of the machine's setups was put there by another user. */
    private boolean ofAnother;

    private boolean administers = true;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private void refuse(Path folder) throws IOException {
        if (ofAnother) {
            throw new IOException(folder + " belongs to another");
        }
    }

    private final PrivateFiles files = new PrivateFiles() {
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
            refuse(folder);
            return Files.createDirectories(folder);
        }

        @Override
        public void requireMachineFolder(Path folder) throws IOException {
            refuse(folder);
        }

        @Override
        public void hideFromReaders(Path file) {}

        @Override
        public Set<String> othersWhoChange(Path file) {
            return Set.of();
        }
    };

    private final Platform platform = new Platform() {
        @Override
        public String name() {
            return "windows";
        }

        @Override
        public Path stateFolder(String program) {
            return folder.resolve("user").resolve(program);
        }

        @Override
        public Path machineFolder(String program) {
            return folder.resolve("machine").resolve(program);
        }

        @Override
        public boolean administers() {
            return administers;
        }

        @Override
        public List<Path> setupFolders() {
            return List.of(machineFolder("setup"), stateFolder("setup"));
        }

        @Override
        public PrivateFiles files() {
            return files;
        }

        @Override
        public Optional<Registry> registry() {
            return Optional.of(registry);
        }

        @Override
        public MarkedProcesses processes() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ProgramSearch programs(Map<String, String> environment) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserSession session(Map<String, String> environment) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Autostart autostart(Autostart.Scope scope) {
            throw new UnsupportedOperationException();
        }
    };

    private int setup(String... arguments) {
        CommandLine line = SetupCommand.commandLine(platform);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            command.getErr().println("thrown: " + e);
            return -1;
        });
        return line.execute(arguments);
    }

    /** As another user writes it who can create folders where those of the machine are. */
    private void plantJournal() throws IOException {
        ofAnother = true;
        Path state = Files.createDirectories(platform.machineFolder("setup"));
        Files.writeString(
                state.resolve(Journal.FILE),
                JsonLine.of(Map.of(
                                "entry", "1",
                                "state", "STARTED",
                                "owner", "x",
                                "path", ELSEWHERE + "\\\\Planted",
                                "before", "registry-value:1:eAAAAA==",
                                "after", "absent"))
                        + "\n");
        Files.writeString(state.resolve(SetupState.FILE), "{\"of\": \"verify\", \"result\": \"all is well\"}\n");
    }

    @Test
    void aJournalInAFolderOfAnotherUserIsNotTakenBack() throws IOException {
        plantJournal();
        for (String command : List.of("restore", "uninstall")) {
            assertThat(setup(command)).as("%s%n%s", out, err).isEqualTo(Setup.FAILED_NOT_RESTORED);
            assertThat(registry.value(ELSEWHERE, "Planted")).isEmpty();
            assertThat(out + "" + err).contains("belongs to another");
        }
        assertThat(platform.machineFolder("setup").resolve(Journal.FILE)).exists();
    }

    @Test
    void whatIsInAFolderOfAnotherUserIsNotShownAsTheSetup() throws IOException {
        plantJournal();
        assertThat(setup("status")).as("%s%n%s", out, err).isEqualTo(Setup.PREFLIGHT_FAILED);
        assertThat(out + "" + err).doesNotContain("all is well").contains("belongs to another");
        assertThat(setup("--dry-run")).as("%s%n%s", out, err).isEqualTo(Setup.PREFLIGHT_FAILED);
    }

    @Test
    void aSetupInAFolderOfAnotherUserSaysThatNothingWasChanged() throws IOException {
        plantJournal();
        String before = registry.snapshot();
        assertThat(setup("--unattended", "--json", "--skip", "verify"))
                .as("%s%n%s", out, err)
                .isEqualTo(Setup.PREFLIGHT_FAILED);
        assertThat(out.toString()).startsWith("{\"failed\": \"").contains("belongs to another");
        assertThat(registry.snapshot()).isEqualTo(before);
    }

    @Test
    void anAdministratorWhoChoosesTheUserIsNotCalledNoAdministrator() {
        assertThat(setup("--scope", "user", "--unattended", "--skip", "verify"))
                .as("%s%n%s", out, err)
                .isZero();
        assertThat(out.toString())
                .contains("settings of the machine stay as they are")
                .doesNotContain("not an administrator");
    }
}
