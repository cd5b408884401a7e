package io.deskmeter.agent.tryout;

import io.deskmeter.agent.check.TestLogon;
import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.desktop.ClientSessionFolder;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.keyboard.FieldReader;
import io.deskmeter.agent.keyboard.KeyboardField;
import io.deskmeter.agent.keyboard.KeyboardPage;
import io.deskmeter.agent.keyboard.KeyboardProof;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.viewer.DesktopViewer;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.UntypableText;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadTexts;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code agent check keyboard}. */
@Command(
        name = "keyboard",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description = {
            "Types the texts of workloads into a text field on a desktop, and says which characters do not arrive."
                    + " Needs no controller.",
            "Without options, in this session: opens the field and types as a desktop agent does in modes local and"
                    + " passive.",
            "With --target, on a desktop that others see: open the field there first, with `agent check keyboard"
                    + " --field`, or, where nothing of Deskmeter runs, with the page of --page in a browser.",
            "Exit code: 0 if all texts arrive; 3 if not, or if that could not be found out."
        })
public final class KeyboardCommand implements Callable<Integer> {
    private static final int FOUND = 3;
    private static final Duration CONNECT = Duration.ofSeconds(60);
    private static final Duration OPENED_BY_HAND = Duration.ofMinutes(2);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    @Option(
            names = "--target",
            paramLabel = "PROFILE",
            description =
                    "Type on the first host of this run profile, the texts of its workloads and those that its target adds: of handlers, of the launcher and of the logoff.")
    private @Nullable Path target;

    @Option(
            names = "--accounts",
            paramLabel = "FILE",
            description = "Accounts of that target, .yaml or .csv; the first one is used.")
    private @Nullable Path accounts;

    @Option(
            names = "--workload",
            paramLabel = "ID",
            description = "Type the texts of this workload; may be repeated (default: those of the profile, or all).")
    private List<String> ids = List.of();

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "Folder of workloads (default: those of this program).")
    private Path workloads = AgentIdentity.shippedWorkloads();

    @Option(names = "--field", description = "Only show the text field in this session, until Escape is pressed in it.")
    private boolean fieldOnly;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "Only write the text field as a page for a browser to this file, such as keyboard.html.")
    private @Nullable Path page;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = {
                "Folder for the client program of the target; one program at a time. Default:",
                "~/.local/state/deskmeter/try, or try-2 and so on if another program uses it."
            })
    private @Nullable Path state;

    @Spec
    private @Nullable CommandSpec spec;

    private final Platform platform;

    public KeyboardCommand(Platform platform) {
        this.platform = platform;
    }

    @Override
    public Integer call() throws Exception {
        if (page != null) {
            KeyboardPage.write(page);
            out().printf("%s: open it in a browser on the desktop, at 100 %%, in front of other windows%n", page);
            return 0;
        }
        if (fieldOnly) {
            try (KeyboardField field = KeyboardField.open()) {
                out().println(
                                "the text field is open; Escape closes it, and so does the program that has typed into it");
                out().flush();
                field.closed().get();
            }
            return 0;
        }
        WorkloadCatalog catalog = WorkloadCatalog.open(workloads);
        return target == null ? here(catalog) : there(catalog, target);
    }

    private PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    private int here(WorkloadCatalog catalog) throws Exception {
        List<Step.Type> texts = texts(catalog, ids.isEmpty() ? catalog.ids() : ids, Optional.empty(), List.of());
        try (UserDisplay display = platform.session(System.getenv()).display(System::nanoTime);
                KeyboardField field = KeyboardField.open()) {
            return prove(
                    texts,
                    display.toString(),
                    (reader, serial) -> display.open(reader, serial).get(CONNECT.toMillis(), TimeUnit.MILLISECONDS),
                    (screen, gone, timers) -> {});
        }
    }

    private int there(WorkloadCatalog catalog, Path profile) throws Exception {
        TargetHost first = TargetHost.read(profile, accounts, catalog);
        List<String> workloads = ids.isEmpty() ? first.workloads() : ids;
        List<Step.Type> more = new ArrayList<>(WorkloadTexts.of(first.handlers().handlers()));
        Optional<KeyboardLayout> layout = first.target().keyboard().layout();
        press(more, WorkloadTexts.pressed(first.handlers().handlers(), layout));
        first.target().agentless().ifPresent(agentless -> {
            more.addAll(WorkloadTexts.of(agentless, workloads));
            press(more, WorkloadTexts.pressed(agentless, layout));
        });
        List<Step.Type> texts = texts(catalog, workloads, layout, more);
        out().printf(
                        "Open the text field on the desktop of %s:%d within %d s: `./deskmeter agent check keyboard"
                                + " --field` there, or the page of --page%n",
                        first.slot().getHost(), first.slot().getPort(), OPENED_BY_HAND.toSeconds());
        out().flush();
        AgentResources resources = TryFolder.open(
                platform, state, "try", folder -> AgentResources.open(platform, folder, DesktopViewer.RFB));
        try (TargetDisplays displays = new TargetDisplays(resources.nanoTime());
                ClientSessionFolder folder = ((LocalDesktops) resources.desktops()).clientSessionFolder(0)) {
            return prove(
                    texts,
                    first.slot().getHost() + ":" + first.slot().getPort(),
                    (reader, serial) -> displays.open(first.target(), first.slot(), folder, CONNECT, reader, serial)
                            .get(CONNECT.toMillis(), TimeUnit.MILLISECONDS),
                    first::logOff);
        } finally {
            resources.close();
        }
    }

    private static void press(List<Step.Type> texts, String characters) {
        if (!characters.isEmpty()) {
            texts.add(new Step.Type(characters));
        }
    }

    /**
     * Each text once: those of workloads, and those that the target adds. Characters that are pressed as keys are a
     * text, too.
     */
    private static List<Step.Type> texts(
            WorkloadCatalog catalog, List<String> ids, Optional<KeyboardLayout> layout, List<Step.Type> more)
            throws Exception {
        Map<String, Step.Type> texts = new LinkedHashMap<>();
        for (Workload workload : catalog.loadAll(ids)) {
            WorkloadTexts.of(workload).forEach(type -> texts.putIfAbsent(type.text(), type));
            List<Step.Type> pressed = new ArrayList<>();
            press(pressed, WorkloadTexts.pressed(workload, layout));
            pressed.forEach(type -> texts.putIfAbsent(type.text(), type));
        }
        more.forEach(type -> texts.putIfAbsent(type.text(), type));
        if (texts.isEmpty()) {
            throw new IllegalArgumentException(
                    "workloads: " + String.join(", ", ids) + " type no text (expected: at least one that does)");
        }
        return new ArrayList<>(texts.values());
    }

    /** Opens the display. */
    interface Opener {
        Screen open(FieldReader reader, ExecutorService serial)
                throws ExecutionException, InterruptedException, TimeoutException;
    }

    /** @param leaving what is done on a display that has shown anything, before it is closed */
    int prove(List<Step.Type> texts, String where, Opener opener, TestLogon.Leaving leaving) throws Exception {
        ExecutorService serial = AgentThreads.single("keyboard-screen");
        var timers = AgentThreads.timers("keyboard");
        FieldReader reader = new FieldReader();
        try (Screen screen = opener.open(reader, serial)) {
            try {
                KeyboardProof.Result result = new KeyboardProof(screen, reader, timers)
                        .prove(texts, OPENED_BY_HAND, System.nanoTime() + LONGEST.toNanos());
                return print(result, where);
            } finally {
                if (reader.hasShown()) {
                    leaving.leave(screen, reader.gone(), timers);
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ScreenException told) {
                Objects.requireNonNull(spec).commandLine().getErr().println("agent: " + told.getMessage());
                return FOUND;
            }
            throw e;
        } finally {
            serial.execute(reader::stop);
            serial.shutdown();
            timers.shutdownNow();
        }
    }

    private int print(KeyboardProof.Result result, String where) {
        for (KeyboardProof.Difference each : result.differences()) {
            out().printf("\"%s\": %s%n", each.text(), each.words());
        }
        if (!result.unchecked().isEmpty()) {
            out().printf("not tried: %s%n", UntypableText.names(result.unchecked()));
        }
        if (!result.problem().isEmpty()) {
            out().printf("not all was tried: %s%n", result.problem());
        }
        int equal = result.texts() - result.differences().size();
        if (equal > 0 || result.problem().isEmpty()) {
            out().printf(
                            "%s of %d on %s %s as typed%n",
                            Plural.of(equal, "text"), result.texts(), where, equal == 1 ? "arrives" : "arrive");
        }
        out().flush();
        return result.differences().isEmpty()
                        && result.problem().isEmpty()
                        && result.unchecked().isEmpty()
                ? 0
                : FOUND;
    }
}
