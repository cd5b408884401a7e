package io.deskmeter.agent.setup;

import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.client.identity.AppliedOptimisations;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.Registry;
import io.deskmeter.agent.setup.Optimiser.Outcome;
import io.deskmeter.agent.setup.Optimiser.Result;
import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.agent.setup.stage.SetupProgress;
import io.deskmeter.agent.setup.stage.SetupWindow;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.JoinTokenOptions;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.text.CommandName;
import io.deskmeter.text.FaultText;
import io.deskmeter.text.Terminal;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Optimisation.OperatingSystem;
import io.deskmeter.workload.targets.Optimisation.Profile;
import io.deskmeter.workload.targets.Optimisation.Scope;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code agent setup}. */
@Command(
        name = "setup",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description =
                "Makes this machine one that is measured, in seven stages: looks at it, joins a controller, switches off what disturbs measurements, and"
                        + " lets agents start. A journal has the value before of everything that it changes.")
public final class SetupCommand implements Callable<Integer> {
    @Option(
            names = "--controller",
            paramLabel = "HOST:PORT",
            description = "Address of the controller's port for agents.")
    private @Nullable String controller;

    @Option(
            names = "--join",
            paramLabel = "TOKEN",
            description =
                    "Makes this machine a client agent of the controller, with the token that ./deskmeter enrol prints; - reads it from standard input.")
    private @Nullable String join;

    @Option(names = "--join-file", paramLabel = "FILE", description = "File with the token of --join.")
    private @Nullable Path joinFile;

    @Option(
            names = "--desktop-token-file",
            paramLabel = "FILE",
            description =
                    "Starts a desktop agent with each session, with this secret for desktop agents, which the users can read.")
    private @Nullable Path desktopToken;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description =
                    "What is switched off: measure, only what makes results differ from run to run; density, also what costs"
                            + " capacity; or none (default: measure).")
    private String profile = Profile.MEASURE.word();

    @Option(
            names = "--optimisations",
            paramLabel = "FILE",
            description = "YAML file with optimisations of your own; those of the same id replace the shipped ones."
                    + " Repeat it for several files.")
    private List<Path> optimisations = List.of();

    @Option(
            names = "--image",
            description =
                    "Prepares a golden image: removes identity and certificate; machines made of it join, each for itself.")
    private boolean image;

    @Option(
            names = "--only",
            paramLabel = "STAGE",
            split = ",",
            description = "Do only these stages: preflight, files, enrol, analyse, optimise, autostart, verify.")
    private List<String> only = List.of();

    @Option(names = "--skip", paramLabel = "STAGE", split = ",", description = "Leave these stages out.")
    private List<String> skip = List.of();

    @Option(names = "--dry-run", description = "Look only: preflight, files and analyse. Changes nothing.")
    private boolean dryRun;

    @Option(
            names = "--unattended",
            description = "Never ask. Without it, a person at a terminal is asked before the first change.")
    private boolean unattended;

    @Option(
            names = "--window",
            description =
                    "Show the stages in a window, too. It asks before the first change, and stays until it is closed, unless --unattended is given.")
    private boolean window;

    @Option(
            names = "--agent-state",
            paramLabel = "DIR",
            description =
                    "State folder of the client agent (default for the machine: /var/lib/deskmeter/agent, on Windows C:\\ProgramData\\Deskmeter\\agent; else that of a client agent).")
    private @Nullable Path agentState;

    @Mixin
    private Common common = new Common();

    @Spec
    private @Nullable CommandSpec spec;

    private final Platform platform;
    private final WriteHook step;

    private SetupCommand(Platform platform, WriteHook step) {
        this.platform = platform;
        this.step = step;
    }

    private static final Path THIS_MACHINE = Path.of("/");

    /** What the commands of a setup have in common. */
    static final class Common {
        @Option(
                names = "--root",
                paramLabel = "DIR",
                description =
                        "Work on the tree of an image that is mounted there, as root (default: this machine). On Linux only.")
        private Path root = THIS_MACHINE;

        @Option(
                names = "--scope",
                paramLabel = "SCOPE",
                description =
                        "Whose settings: machine, which takes root or an administrator; or user (default: machine for who may, else user).")
        private @Nullable String scope;

        @Option(names = "--json", description = "Print JSON, an object in each line.")
        private boolean json;

        Scope scope(Platform platform) {
            boolean may = platform.administers();
            if (scope == null) {
                return may ? Scope.MACHINE : Scope.USER;
            }
            Scope chosen = Stream.of(Scope.values())
                    .filter(one -> one.word().equals(scope))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("--scope: " + scope + " (expected: machine or user)"));
            if (chosen == Scope.MACHINE && !may) {
                throw new IllegalArgumentException("--scope: machine, as a user who may not change it (expected: "
                        + "root; on Windows, an elevated prompt of an administrator)");
            }
            return chosen;
        }

        boolean ofMachine(Platform platform) {
            return scope(platform) == Scope.MACHINE;
        }

        static Path home() {
            return Path.of(System.getProperty("user.home"));
        }

        /** Of a program that is the machine's, in the tree that is set up. */
        Path machineFolder(Platform platform, String program) {
            Path folder = platform.machineFolder(program);
            return isThisMachine() ? folder : root.resolve(folder.getRoot().relativize(folder));
        }

        private boolean isThisMachine() {
            return root.equals(THIS_MACHINE);
        }

        /** Of journal and state. */
        Path state(Platform platform) {
            if (!isThisMachine() && platform.registry().isPresent()) {
                throw new IllegalArgumentException("--root: " + root
                        + ", on a system whose settings are not files (expected: no --root; hint: start the image)");
            }
            if (!isThisMachine() && !ofMachine(platform)) {
                throw new IllegalArgumentException(
                        "--root: " + root + ", for the settings of a user (expected: root, and scope machine)");
            }
            return ofMachine(platform) ? machineFolder(platform, "setup") : platform.stateFolder("setup");
        }

        /**
         * Refuses a folder that another user may have put there: what its journal says would be done with the rights of
         * an administrator.
         */
        void requireOwn(Platform platform, Path state) throws IOException {
            if (ofMachine(platform)) {
                platform.files().requireMachineFolder(state);
            }
        }

        SetupView view(CommandSpec spec) {
            PrintWriter out = spec.commandLine().getOut();
            return new SetupView(out, json, Ansi.AUTO.enabled());
        }

        /** The places of a machine on which nothing is set up now. */
        Places places(Platform platform, WriteHook step) throws IOException {
            Optional<Registry> registry = platform.registry();
            return registry.isPresent()
                    ? new RegistryPlaces(registry.get(), step)
                    : new MachineFiles(root, ofMachine(platform) ? root : home(), step);
        }
    }

    @Override
    public Integer call() throws IOException, InvalidDocumentException {
        Optional<LinkAddress> address =
                Optional.ofNullable(controller).map(given -> LinkAddress.parse("--controller", given));
        // The same command line again, when the token has long been spent.
        Optional<JoinToken> token = MachineIdentity.isUsable(agentFolder())
                ? JoinTokenOptions.tokenIfThere(join, joinFile)
                : JoinTokenOptions.token(join, joinFile);
        if (address.isEmpty() && (token.isPresent() || desktopToken != null)) {
            throw new IllegalArgumentException((token.isPresent() ? "--join" : "--desktop-token-file")
                    + " without --controller (expected: the address of the controller)");
        }
        if (desktopToken != null && !Files.isReadable(desktopToken) && !image) {
            throw new IllegalArgumentException("--desktop-token-file: " + desktopToken
                    + " (expected: a file that can be read, a copy of the controller's desktop.token)");
        }
        OptimisationSet set = OptimisationSet.of(profile(), system(), optimisations);
        Set<AgentSetupStage> stages = stages();
        Path state = common.state(platform);
        Setup.Settings settings = settings(state, stages, set, address, token);
        SetupView view = common.view(Objects.requireNonNull(spec));
        if (!window) {
            return dryRun || agrees(set) ? setup(settings, view) : refused(view);
        }
        try (SetupWindow shown = SetupWindow.open(settings.host(), stages)) {
            if (!dryRun && !unattended && !shown.asks(question(set))) {
                return refused(view);
            }
            int code = setup(settings, SetupProgress.both(view, shown));
            if (!unattended) {
                shown.finished(Setup.words(code));
                shown.awaitClosed();
            }
            return code;
        }
    }

    private static int refused(SetupProgress view) {
        view.says("refused", "nothing has been changed, as you chose");
        return Setup.OK;
    }

    private int setup(Setup.Settings settings, SetupProgress view) throws IOException {
        Path state = settings.state();
        try {
            provideState(state);
        } catch (IOException e) {
            view.says("failed", FaultText.message(e));
            return Setup.PREFLIGHT_FAILED;
        }
        if (dryRun) {
            return dryRun(settings, view);
        }
        try {
            return stages(settings, view);
        } catch (IOException e) {
            view.says("failed", FaultText.message(e));
            return Setup.FAILED_NOT_RESTORED;
        }
    }

    /** Creates the folder, unless it is only looked at. */
    private void provideState(Path state) throws IOException {
        if (dryRun) {
            common.requireOwn(platform, state);
        } else if (common.ofMachine(platform)) {
            platform.files().provideMachineFolder(state, true);
        } else {
            Files.createDirectories(state);
        }
    }

    private int stages(Setup.Settings settings, SetupProgress view) throws IOException {
        return new Setup(settings, SetupSystem.of(platform, settings, step), view, step).run();
    }

    private OperatingSystem system() {
        return Stream.of(OperatingSystem.values())
                .filter(one -> one.word().equals(platform.name()))
                .findFirst()
                .orElseThrow();
    }

    private Path agentFolder() {
        if (agentState != null) {
            return agentState;
        }
        return common.ofMachine(platform) ? common.machineFolder(platform, "agent") : platform.stateFolder("agent");
    }

    private Setup.Settings settings(
            Path state,
            Set<AgentSetupStage> stages,
            OptimisationSet set,
            Optional<LinkAddress> address,
            Optional<JoinToken> token) {
        return new Setup.Settings(
                common.root,
                common.ofMachine(platform) ? common.root : Common.home(),
                state,
                agentFolder(),
                Path.of(System.getProperty("deskmeter.home", "."))
                        .toAbsolutePath()
                        .normalize(),
                common.scope(platform),
                stages,
                set,
                image,
                address,
                token,
                Optional.ofNullable(desktopToken),
                AgentIdentity.hostName());
    }

    private Profile profile() {
        return Stream.of(Profile.values())
                .filter(one -> one.word().equals(profile))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--profile: " + profile + " (expected: measure, density or none)"));
    }

    private Set<AgentSetupStage> stages() {
        EnumSet<AgentSetupStage> stages =
                only.isEmpty() ? EnumSet.allOf(AgentSetupStage.class) : stages("--only", only);
        stages.removeAll(stages("--skip", skip));
        if (dryRun) {
            stages.retainAll(EnumSet.of(AgentSetupStage.PREFLIGHT, AgentSetupStage.FILES, AgentSetupStage.ANALYSE));
        }
        return stages;
    }

    private static EnumSet<AgentSetupStage> stages(String option, List<String> words) {
        EnumSet<AgentSetupStage> stages = EnumSet.noneOf(AgentSetupStage.class);
        for (String word : words) {
            stages.add(Stream.of(AgentSetupStage.values())
                    .filter(stage -> stage.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(option + ": " + word
                            + " (expected: preflight, files, enrol, analyse, optimise, autostart or verify)")));
        }
        return stages;
    }

    /** Only a person at a terminal is asked. */
    private boolean agrees(OptimisationSet set) {
        Console console = Terminal.interactive() ? System.console() : null;
        if (unattended || common.json || console == null) {
            return true;
        }
        String answer = console.readLine("%s Go on? [y/N] ", question(set));
        return answer != null && answer.startsWith("y");
    }

    private String question(OptimisationSet set) {
        Scope scope = common.scope(platform);
        return CommandName.in("This changes settings of the " + scope.word() + ": up to "
                + set.optimisations().stream()
                        .filter(one -> one.scope() == scope)
                        .count()
                + " of the profile " + set.profile().word()
                + ". `./deskmeter agent setup restore` takes them back.");
    }

    /** With a copy of the journal, so that nothing is created where it looks. */
    private int dryRun(Setup.Settings settings, SetupProgress view) throws IOException {
        Path state = settings.state();
        Path copy = Files.createTempDirectory("deskmeter-setup");
        try {
            for (String name : List.of(Journal.FILE, SetupState.FILE)) {
                if (Files.exists(state.resolve(name))) {
                    Files.copy(state.resolve(name), copy.resolve(name));
                }
            }
            return stages(settings.lookingIn(copy), view);
        } finally {
            try (Stream<Path> files = Files.list(copy)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(copy);
        }
    }

    /** {@code agent setup restore}. */
    @Command(
            name = "restore",
            mixinStandardHelpOptions = true,
            versionProvider = AgentVersion.class,
            sortOptions = false,
            description =
                    "Gives back what the optimisations have changed. What somebody has changed since stays as it is. Exit code: 0; 5 if a value could not be given back, or the journal cannot be read.")
    static class RestoreCommand implements Callable<Integer> {
        @Mixin
        private Common common = new Common();

        @Spec
        private @Nullable CommandSpec spec;

        private final Platform platform;
        private final WriteHook step;

        RestoreCommand(Platform platform, WriteHook step) {
            this.platform = platform;
            this.step = step;
        }

        @Override
        public Integer call() {
            return takeBack(false);
        }

        /** @param everything also the start of agents, and the journal */
        final int takeBack(boolean everything) {
            Path state = common.state(platform);
            SetupView view = common.view(Objects.requireNonNull(spec));
            try {
                common.requireOwn(platform, state);
                int code = restore(state, everything, view);
                if (everything && code == Setup.OK) {
                    removeState(state);
                }
                return code;
            } catch (IOException e) {
                view.says("failed", FaultText.message(e));
                return Setup.FAILED_NOT_RESTORED;
            }
        }

        private int restore(Path state, boolean everything, SetupView view) throws IOException {
            boolean failed = false;
            if (Files.exists(state.resolve(Journal.FILE))) {
                try (Journal journal = Journal.open(state, step)) {
                    // Before the first one is taken back: from then on the set is not wholly applied.
                    SetupState.open(state).nothingApplied();
                    List<Result> results = new Optimiser(common.places(platform, step), journal, common.scope(platform))
                            .restore(entry -> everything || !entry.owner().equals(Setup.AUTOSTART));
                    for (Result one : results) {
                        view.says("restored", one.id() + ": " + one.outcome().words() + " " + one.detail());
                        failed |= one.outcome() == Outcome.FAILED;
                    }
                    if (!failed) {
                        journal.closeRestored();
                    }
                }
            } else {
                view.says("restored", "nothing to restore: no setup has changed anything");
            }
            return failed ? Setup.FAILED_NOT_RESTORED : Setup.OK;
        }

        private static void removeState(Path state) throws IOException {
            if (Files.isDirectory(state)) {
                try (Stream<Path> files = Files.list(state)) {
                    for (Path file : files.toList()) {
                        if (WindowsSetup.ARGUMENTS
                                .matcher(String.valueOf(file.getFileName()))
                                .matches()) {
                            Files.delete(file);
                        }
                    }
                }
            }
            for (String name : List.of(Journal.FILE, Journal.RESTORED, SetupState.FILE, AppliedOptimisations.FILE)) {
                Files.deleteIfExists(state.resolve(name));
                Files.deleteIfExists(state.resolve(name + AtomicFile.UNFINISHED));
            }
            Files.deleteIfExists(state);
            // Made by the first setup, unless an agent has something there.
            Path above = Objects.requireNonNull(state.getParent());
            boolean empty;
            try (Stream<Path> others = Files.list(above)) {
                empty = others.findAny().isEmpty();
            } catch (NoSuchFileException nothingThere) {
                return;
            }
            if (empty) {
                Files.delete(above);
            }
        }
    }

    /** {@code agent setup uninstall}. */
    @Command(
            name = "uninstall",
            mixinStandardHelpOptions = true,
            versionProvider = AgentVersion.class,
            sortOptions = false,
            description =
                    "Takes back everything that setups have changed, the start of agents too, and removes the journal. The package is left to the package manager, and the agent's identity to its purge.")
    static final class UninstallCommand extends RestoreCommand {
        UninstallCommand(Platform platform, WriteHook step) {
            super(platform, step);
        }

        @Override
        public Integer call() {
            return takeBack(true);
        }
    }

    /** {@code agent setup status}. */
    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            versionProvider = AgentVersion.class,
            sortOptions = false,
            description = "Prints what became of the stages of the last setup, and which optimisations are applied.")
    static final class StatusCommand implements Callable<Integer> {
        @Mixin
        private Common common = new Common();

        @Spec
        private @Nullable CommandSpec spec;

        private final Platform platform;

        StatusCommand(Platform platform) {
            this.platform = platform;
        }

        @Override
        public Integer call() throws IOException {
            SetupView view = common.view(Objects.requireNonNull(spec));
            Path state = common.state(platform);
            try {
                common.requireOwn(platform, state);
            } catch (IOException e) {
                view.says("failed", FaultText.message(e));
                return Setup.PREFLIGHT_FAILED;
            }
            for (String line : SetupState.open(state).words()) {
                view.says("status", line);
            }
            return Setup.OK;
        }
    }

    /** The command with its subcommands. */
    public static CommandLine commandLine(Platform platform) {
        return commandLine(platform, WriteHook.NONE);
    }

    static CommandLine commandLine(Platform platform, WriteHook step) {
        return new CommandLine(new SetupCommand(platform, step))
                .addSubcommand(new RestoreCommand(platform, step))
                .addSubcommand(new StatusCommand(platform))
                .addSubcommand(new UninstallCommand(platform, step));
    }
}
