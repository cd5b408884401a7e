package io.deskmeter.agent.setup;

import io.deskmeter.agent.platform.DesktopEntry;
import io.deskmeter.agent.setup.Optimiser.Outcome;
import io.deskmeter.agent.setup.Optimiser.Result;
import io.deskmeter.agent.setup.PlaceValue.Content;
import io.deskmeter.agent.setup.PlaceValue.Link;
import io.deskmeter.agent.setup.StageResult.Grade;
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
import java.nio.charset.StandardCharsets;
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

    private static final String SERVICE = "deskmeter-agent.service";
    private static final List<String> UNITS = List.of("/lib/systemd/system/", "/usr/lib/systemd/system/");
    private static final String SETTINGS = "/etc/deskmeter/agent.yaml";
    private static final long ROOM = 64L << 20;
    private static final int WITHIN_MILLIS = 5_000;

    private static final List<String> CLOCKS = List.of(
            "/run/systemd/timesync/synchronized", "/run/chrony", "/run/ntpd.pid", "/run/openntpd.pid", "/dev/ptp_kvm");

    private final Settings settings;
    private final SetupView view;
    private final MachineFiles places;
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

    Setup(Settings settings, SetupView view, WriteHook step) throws IOException {
        this.settings = settings;
        this.view = view;
        this.step = step;
        this.places = new MachineFiles(settings.root(), settings.home(), step);
    }

    /**
     * Does the stages, until one fails. Then what this call has changed is taken back.
     *
     * @return the exit code
     */
    int run() throws IOException {
        try (Journal journal = Journal.open(settings.state(), step)) {
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
        Optimiser optimiser = new Optimiser(places, journal, settings.scope());
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
                case ENROL -> new Enrolling(settings, step, reporter).result(state);
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
            warnings.add("not root: settings of the machine stay as they are (hint: start it as root)");
        }
        if (!places.exists("/run/systemd/system") && isThisMachine()) {
            warnings.add("no systemd: masked units have no effect");
        }
        if (settings.image() && settings.token().isPresent()) {
            warnings.add(
                    "--image: the join token is not used (hint: machines made of the image join, each for itself)");
        }
        return StageResult.withWarnings(AgentSetupStage.PREFLIGHT, facts, warnings);
    }

    private boolean isThisMachine() {
        return settings.isThisMachine();
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
        List<String> done = new ArrayList<>();
        Optional<String> service = UNITS.stream()
                .map(folder -> folder + SERVICE)
                .filter(this::isThere)
                .findFirst();
        if (settings.scope() == Scope.MACHINE
                && service.isPresent()
                && settings.controller().isPresent()
                && (settings.image()
                        || MachineIdentity.read(settings.agentState()).isPresent())) {
            setController(optimiser, settings.controller().get());
            optimiser.set(AUTOSTART, "/etc/systemd/system/multi-user.target.wants/" + SERVICE, new Link(service.get()));
            done.add("client agent: " + SERVICE + ", with the machine");
        }
        if (settings.desktopToken().isPresent() && settings.controller().isPresent()) {
            String path = (settings.scope() == Scope.MACHINE ? DesktopEntry.MACHINE_FOLDER : "~/.config/autostart")
                    + "/" + DesktopEntry.FILE;
            optimiser.set(
                    AUTOSTART,
                    path,
                    new Content(
                            places.created(false),
                            DesktopEntry.text(desktopAgent()).getBytes(StandardCharsets.UTF_8)));
            done.add("desktop agent: " + path + ", with each session");
        }
        return StageResult.ok(
                AgentSetupStage.AUTOSTART, "ok", done.isEmpty() ? List.of("nothing starts by itself") : done);
    }

    private boolean isThere(String path) {
        return Files.exists(settings.root().resolve(path.substring(1)));
    }

    private List<String> desktopAgent() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                settings.program()
                        .resolve("deskmeter")
                        .toAbsolutePath()
                        .normalize()
                        .toString(),
                "agent",
                "desktop",
                "--controller",
                text(settings.controller().orElseThrow()),
                "--token-file",
                settings.desktopToken().orElseThrow().toAbsolutePath().toString()));
        Optional<Fingerprint> authority = settings.token().map(JoinToken::authority);
        if (authority.isEmpty()) {
            authority = MachineIdentity.read(settings.agentState())
                    .map(identity -> Fingerprint.of(identity.current().authority()));
        }
        authority.ifPresent(of -> command.addAll(List.of("--authority", of.toString())));
        return command;
    }

    /** In the settings of the service, unless they name one. */
    private void setController(Optimiser optimiser, LinkAddress controller) throws IOException {
        PlaceValue now = places.read(places.resolve(SETTINGS));
        String text = now instanceof Content content ? content.text() : "";
        if (text.lines().noneMatch(line -> line.startsWith("controller:"))) {
            String with = text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + "controller: " + text(controller)
                    + "\n";
            optimiser.set(
                    AUTOSTART,
                    SETTINGS,
                    new Content(
                            now instanceof Content content ? content.access() : places.created(false),
                            with.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private StageResult verify(Optimiser optimiser, Journal journal) throws IOException {
        List<String> facts = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        if (settings.stages().contains(AgentSetupStage.OPTIMISE)) {
            List<String> not = new ArrayList<>();
            for (Optimisation one : settings.set().optimisations()) {
                Result now = optimiser.analyse(one);
                if (now.outcome() == Outcome.WANTED || now.outcome() == Outcome.FAILED) {
                    not.add(one.id() + ": " + now.detail());
                }
            }
            if (!not.isEmpty()) {
                return new StageResult(AgentSetupStage.VERIFY, "failed", Grade.FAILED, not);
            }
            facts.add("read back: " + settings.set().optimisations().size() + " settings");
        }
        long open = journal.entries().stream()
                .filter(entry -> entry.state() == Journal.State.DONE)
                .count();
        facts.add("journal: " + open + " changes, which restore takes back");
        if (isThisMachine()) {
            if (CLOCKS.stream().noneMatch(this::isThere)) {
                warnings.add(
                        "clock: nothing is known to synchronise it (expected: systemd-timesyncd, chrony or ntpd; none of "
                                + String.join(", ", CLOCKS) + " is there)");
            }
            settings.controller().filter(unused -> !settings.image()).ifPresent(to -> reach(to, facts, warnings));
            OwnScreenshot.take(settings.program(), facts, warnings);
        }
        return StageResult.withWarnings(AgentSetupStage.VERIFY, facts, warnings);
    }

    private static String text(LinkAddress address) {
        return address.host() + ":" + address.port();
    }

    private static void reach(LinkAddress controller, List<String> facts, List<String> warnings) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(controller.host().replaceAll("^\\[|]$", ""), controller.port()),
                    WITHIN_MILLIS);
            facts.add("controller: " + text(controller) + " is reached");
        } catch (IOException e) {
            warnings.add("controller: " + text(controller) + ": " + FaultText.reason(e)
                    + " (expected: its port for agents)");
        }
    }
}
