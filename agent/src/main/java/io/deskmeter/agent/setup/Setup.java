package io.deskmeter.agent.setup;

import io.deskmeter.agent.setup.Optimiser.Outcome;
import io.deskmeter.agent.setup.Optimiser.Result;
import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.agent.setup.stage.SetupProgress;
import io.deskmeter.agent.setup.stage.StageResult;
import io.deskmeter.agent.setup.stage.StageResult.Grade;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.targets.Optimisation;
import io.deskmeter.workload.targets.Optimisation.Scope;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Does the stages of a setup. What one of them changes is in the journal; what it has found is in the state. */
final class Setup {
    static final int OK = 0;
    static final int PREFLIGHT_FAILED = 3;
    static final int FAILED_RESTORED = 4;
    static final int FAILED_NOT_RESTORED = 5;
    static final int REFUSED = 6;
    static final int UNREACHABLE = 7;
    static final int JOIN_ANEW = 8;
    static final int OTHER_AUTHORITY = 9;
    static final int TOKEN_EXPIRED = 11;
    static final int TOKEN_USED_UP = 12;
    static final int TOKEN_WITHDRAWN = 13;

    /** Of the journal's entries that are no optimisation. */
    static final String AUTOSTART = "autostart";

    private static final long ROOM = 64L << 20;
    private static final int WITHIN_MILLIS = 5_000;

    private final Settings settings;
    private final SetupProgress view;
    private final SetupSystem system;
    private final WriteHook step;

    /**
     * What a person has asked for.
     *
     * @param root of the tree that is set up: {@code /}, or that of an image
     * @param state existing folder for journal and state
     * @param agentState folder of the client agent
     * @param program folder of the installed program
     * @param stages that are done
     * @param image whether the tree becomes many machines: it gets no identity
     * @param desktopToken file with the secret of desktop agents, if these start with sessions
     * @param host name of the machine, for display
     */
    record Settings(
            Path root,
            Path home,
            Path state,
            Path agentState,
            Path program,
            Scope scope,
            Set<AgentSetupStage> stages,
            OptimisationSet set,
            boolean image,
            Optional<LinkAddress> controller,
            Optional<JoinToken> token,
            Optional<Path> desktopToken,
            String host) {
        /** As options take it. */
        static String text(LinkAddress address) {
            return address.host() + ":" + address.port();
        }

        /**
         * The options with which a desktop agent of a session connects; none without a controller and the secret of
         * desktop agents.
         */
        List<String> desktopAgentOptions() throws IOException {
            if (desktopToken.isEmpty() || controller.isEmpty()) {
                return List.of();
            }
            List<String> options = new ArrayList<>(List.of(
                    "--controller",
                    text(controller.get()),
                    "--token-file",
                    desktopToken.get().toAbsolutePath().toString()));
            Optional<Fingerprint> authority = token.map(JoinToken::authority);
            if (authority.isEmpty()) {
                authority = MachineIdentity.read(agentState)
                        .map(identity -> Fingerprint.of(identity.current().authority()));
            }
            authority.ifPresent(of -> options.addAll(List.of("--authority", of.toString())));
            return options;
        }

        /** Whether what is set up is the machine on which this runs. */
        boolean isThisMachine() {
            return root.equals(Path.of("/"));
        }

        /**
         * The same for a look that changes nothing: with another folder for journal and state, and no controller that
         * hears of it.
         */
        Settings lookingIn(Path other) {
            return new Settings(
                    root,
                    home,
                    other,
                    agentState,
                    program,
                    scope,
                    stages,
                    set,
                    image,
                    Optional.empty(),
                    token,
                    desktopToken,
                    host);
        }
    }

    Setup(Settings settings, SetupSystem system, SetupProgress view, WriteHook step) {
        this.settings = settings;
        this.system = system;
        this.view = view;
        this.step = step;
    }

    /** What an exit code means, for display. */
    static String words(int exitCode) {
        return switch (exitCode) {
            case OK -> "Done.";
            case PREFLIGHT_FAILED -> "This machine cannot be set up. Nothing was changed.";
            case FAILED_RESTORED -> "A stage failed. What was changed has been taken back.";
            case FAILED_NOT_RESTORED -> "A stage failed, and not all could be taken back.";
            case UNREACHABLE -> "The controller was not reached.";
            default -> "The controller does not take this machine. The stage enrol says why.";
        };
    }

    /**
     * Does the stages, until one fails. Then what this call has changed is taken back.
     *
     * @return the exit code
     */
    int run() throws IOException {
        try (Journal journal = Journal.open(settings.state(), step)) {
            system.hideFromReaders(settings.state().resolve(Journal.FILE));
            SetupState state = SetupState.open(settings.state());
            if (settings.controller().isEmpty() || settings.image()) {
                return stages(journal, state, Optional.empty());
            }
            try (SetupReporter reporter = new SetupReporter(state.provideSetupId(), settings)) {
                int code = stages(journal, state, Optional.of(reporter));
                String untold = reporter.finished(code);
                if (!untold.isEmpty()) {
                    view.says("report", "the controller does not know of this setup: " + untold);
                }
                return code;
            }
        }
    }

    private int stages(Journal journal, SetupState state, Optional<SetupReporter> reporter) throws IOException {
        Optimiser optimiser = new Optimiser(system.places(), journal, settings.scope());
        for (AgentSetupStage stage : AgentSetupStage.values()) {
            if (!settings.stages().contains(stage)) {
                continue;
            }
            view.begins(stage);
            state.begins(stage);
            reporter.ifPresent(to -> to.begins(stage));
            step.about(stage.word());
            StageResult result = result(stage, optimiser, journal, state, reporter);
            state.ended(result);
            view.ended(result);
            reporter.ifPresent(to -> to.ended(result));
            if (result.grade() == Grade.FAILED) {
                return failed(result, optimiser, state);
            }
        }
        return OK;
    }

    private StageResult result(
            AgentSetupStage stage,
            Optimiser optimiser,
            Journal journal,
            SetupState state,
            Optional<SetupReporter> reporter) {
        try {
            return switch (stage) {
                case PREFLIGHT -> preflight();
                case FILES -> files(state);
                case ENROL -> new Enrolling(settings, system, step, reporter).result(state);
                case ANALYSE ->
                    analysed(settings.set().optimisations().stream()
                            .map(optimiser::analyse)
                            .toList());
                case OPTIMISE -> optimise(optimiser, state);
                case AUTOSTART -> autostart(optimiser);
                case VERIFY -> verify(optimiser, journal);
            };
        } catch (IOException e) {
            return StageResult.failed(stage, "failed", FaultText.message(e));
        }
    }

    private int failed(StageResult result, Optimiser optimiser, SetupState state) throws IOException {
        return switch (result.stage()) {
            case PREFLIGHT -> PREFLIGHT_FAILED;
            case ENROL ->
                switch (result.word()) {
                    case Enrolling.REFUSED -> REFUSED;
                    case Enrolling.UNREACHABLE -> UNREACHABLE;
                    case Enrolling.OTHER_AUTHORITY -> OTHER_AUTHORITY;
                    case Enrolling.TOKEN_EXPIRED -> TOKEN_EXPIRED;
                    case Enrolling.TOKEN_USED_UP -> TOKEN_USED_UP;
                    case Enrolling.TOKEN_WITHDRAWN -> TOKEN_WITHDRAWN;
                    case Enrolling.REVOKED, Enrolling.ENDED -> JOIN_ANEW;
                    default -> FAILED_RESTORED;
                };
            case FILES, ANALYSE -> FAILED_RESTORED;
            case OPTIMISE, AUTOSTART, VERIFY -> takeBack(optimiser, state);
        };
    }

    private int takeBack(Optimiser optimiser, SetupState state) throws IOException {
        List<Result> back = optimiser.restore(optimiser::hasChanged);
        if (back.stream().anyMatch(one -> !one.id().equals(AUTOSTART))) {
            state.nothingApplied();
        }
        boolean whole = back.stream().allMatch(one -> one.outcome() == Outcome.RESTORED);
        view.says(
                "restored",
                whole
                        ? "restored: " + back.size() + " changes of this setup"
                        : "not wholly restored: " + lines(back, Outcome.RESTORED));
        return whole ? FAILED_RESTORED : FAILED_NOT_RESTORED;
    }

    private static String lines(List<Result> results, Outcome without) {
        return results.stream()
                .filter(one -> one.outcome() != without)
                .map(one -> one.id() + ": " + one.outcome().words() + ": " + one.detail())
                .collect(Collectors.joining("; "));
    }

    private StageResult preflight() throws IOException {
        List<String> facts = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        if (!Files.isWritable(settings.state())) {
            return StageResult.failed(
                    AgentSetupStage.PREFLIGHT,
                    "failed",
                    settings.state() + ": cannot be written (expected: this user's)");
        }
        long room = Files.getFileStore(settings.state()).getUsableSpace();
        if (room < ROOM) {
            return StageResult.failed(
                    AgentSetupStage.PREFLIGHT,
                    "failed",
                    settings.state() + ": " + (room >> 20) + " MB free (expected: >= " + (ROOM >> 20) + " MB)");
        }
        facts.add("settings of " + (settings.scope() == Scope.MACHINE ? "the machine" : "this user"));
        if (settings.scope() == Scope.USER) {
            warnings.add("settings of the machine stay as they are (hint: --scope machine, as " + system.administrator()
                    + ")");
        }
        warnings.addAll(system.limits());
        if (settings.image() && settings.token().isPresent()) {
            warnings.add(
                    "--image: the join token is not used (hint: machines made of the image join, each for itself)");
        }
        return StageResult.withWarnings(AgentSetupStage.PREFLIGHT, facts, warnings);
    }

    private StageResult files(SetupState state) throws IOException {
        Optional<String> found = InstalledFiles.check(settings.program());
        if (found.isEmpty()) {
            return StageResult.ok(AgentSetupStage.FILES, "unchanged", List.of("a tree of sources, without checksums"));
        }
        Optional<String> last = state.files();
        state.files(found.get());
        String word = last.isEmpty() ? "ok" : last.equals(found) ? "unchanged" : "upgraded";
        return StageResult.ok(AgentSetupStage.FILES, word, List.of());
    }

    private static StageResult analysed(List<Result> results) {
        Map<Outcome, Integer> counts = counts(results);
        String word = Arrays.stream(new Outcome[] {
                    Outcome.WANTED, Outcome.SET, Outcome.ALREADY, Outcome.NOT_APPLICABLE, Outcome.OVERRULED
                })
                .filter(outcome -> counts.containsKey(outcome) || outcome == Outcome.WANTED)
                .map(outcome -> counts.getOrDefault(outcome, 0) + " " + outcome.words())
                .collect(Collectors.joining(", "));
        List<Result> failed =
                results.stream().filter(one -> one.outcome() == Outcome.FAILED).toList();
        return failed.isEmpty()
                ? StageResult.ok(AgentSetupStage.ANALYSE, word, told(results))
                : StageResult.failed(AgentSetupStage.ANALYSE, "failed", lines(failed, Outcome.SET));
    }

    /** Without those that are as they should be, or not here. */
    private static List<String> told(List<Result> results) {
        return results.stream()
                .filter(one -> one.outcome() == Outcome.WANTED || one.outcome() == Outcome.OVERRULED)
                .map(one -> one.id() + ": " + one.outcome().words() + " " + one.detail())
                .toList();
    }

    private static Map<Outcome, Integer> counts(List<Result> results) {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        results.forEach(one -> counts.merge(one.outcome(), 1, Integer::sum));
        return counts;
    }

    private StageResult optimise(Optimiser optimiser, SetupState state) throws IOException {
        boolean changes = settings.set().optimisations().stream()
                .anyMatch(one -> optimiser.analyse(one).outcome() == Outcome.WANTED);
        if (changes) {
            // From now on the machine has neither what was applied before, nor wholly this.
            state.nothingApplied();
        }
        List<Result> results = optimiser.apply(settings.set().optimisations());
        List<Result> failed =
                results.stream().filter(one -> one.outcome() == Outcome.FAILED).toList();
        if (!failed.isEmpty()) {
            return StageResult.failed(AgentSetupStage.OPTIMISE, "failed", lines(failed, Outcome.SET));
        }
        state.applied(settings.set());
        String word = counts(results).entrySet().stream()
                .map(one -> one.getValue() + " " + one.getKey().words())
                .collect(Collectors.joining(", "));
        List<String> details = new ArrayList<>(told(results));
        details.add("profile " + settings.set().profile().word() + ", checksum "
                + settings.set().checksum());
        return StageResult.ok(AgentSetupStage.OPTIMISE, word.isEmpty() ? "nothing to set" : word, details);
    }

    private StageResult autostart(Optimiser optimiser) throws IOException {
        optimiser.settle();
        List<String> done = system.autostart(optimiser);
        return StageResult.ok(
                AgentSetupStage.AUTOSTART, "ok", done.isEmpty() ? List.of("nothing starts by itself") : done);
    }

    private StageResult verify(Optimiser optimiser, Journal journal) throws IOException {
        List<String> facts = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        if (settings.stages().contains(AgentSetupStage.OPTIMISE)) {
            List<String> not = new ArrayList<>();
            int asWanted = 0;
            for (Optimisation one : settings.set().optimisations()) {
                Result now = optimiser.analyse(one);
                if (now.outcome() == Outcome.WANTED || now.outcome() == Outcome.FAILED) {
                    not.add(one.id() + ": " + now.detail());
                } else if (now.outcome() == Outcome.OVERRULED && optimiser.hasSet(one)) {
                    // Since it was set: what decides now has not done so when it was looked for.
                    not.add(one.id() + ": " + now.outcome().words() + " " + now.detail());
                }
                asWanted += now.outcome() == Outcome.SET || now.outcome() == Outcome.ALREADY ? 1 : 0;
            }
            if (!not.isEmpty()) {
                return new StageResult(AgentSetupStage.VERIFY, "failed", Grade.FAILED, not);
            }
            facts.add("read back: " + asWanted + " settings");
        }
        long open = journal.entries().stream()
                .filter(entry -> entry.state() == Journal.State.DONE)
                .count();
        facts.add("journal: " + open + " changes, which restore takes back");
        if (settings.isThisMachine()) {
            system.clockProblem().ifPresent(problem -> warnings.add("clock: " + problem));
            settings.controller().filter(unused -> !settings.image()).ifPresent(to -> reach(to, facts, warnings));
            OwnScreenshot.take(settings.program(), system.hasDisplay(), facts, warnings);
        }
        return StageResult.withWarnings(AgentSetupStage.VERIFY, facts, warnings);
    }

    private static void reach(LinkAddress controller, List<String> facts, List<String> warnings) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(controller.host().replaceAll("^\\[|]$", ""), controller.port()),
                    WITHIN_MILLIS);
            facts.add("controller: " + Settings.text(controller) + " is reached");
        } catch (IOException e) {
            warnings.add("controller: " + Settings.text(controller) + ": " + FaultText.reason(e)
                    + " (expected: its port for agents)");
        }
    }
}
