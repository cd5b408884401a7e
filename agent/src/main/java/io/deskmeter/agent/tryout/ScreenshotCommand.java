package io.deskmeter.agent.tryout;

import io.deskmeter.agent.check.TestLogon;
import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.desktop.ClientSessionFolder;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.evidence.painter.ScreenshotEncoder;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.platform.UserSession;
import io.deskmeter.agent.rdp.LogonResult;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent screenshot}: whether a desktop agent would see the screen of its session, and what. */
@Command(
        name = "screenshot",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description = {
            "Saves a picture of the screen of this session, as a desktop agent sees it; or of a target, as a client agent"
                    + " sees it. Needs no controller.",
            "Exit code: 0 if the picture is saved, and that of a target is one at rest, or of a desktop on which"
                    + " something moves all the time; 2 for invalid input; 4 if there is no picture, or the target's desktop"
                    + " is not usable: the connection broke, a user was refused, the server does not answer. The last"
                    + " picture is saved then, too, and the output says what is wrong with it."
        })
public final class ScreenshotCommand implements Callable<Integer> {
    /** The picture is saved, and is none of a usable desktop. */
    private static final int NOT_USABLE = 4;

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** A logon on a busy server takes many seconds. */
    private static final Duration LOGON = Duration.ofSeconds(30);

    private static final Duration REST = Duration.ofSeconds(2);

    @Parameters(paramLabel = "FILE", description = "File for the picture, as PNG; an existing one is replaced.")
    private @Nullable Path file;

    @Option(
            names = "--target",
            paramLabel = "PROFILE",
            description =
                    "Take it from the first host of this run profile, when nothing has changed for two seconds. A user who logs on for it stays logged on, unless the target has a `logoff`.")
    private @Nullable Path profile;

    @Option(
            names = "--accounts",
            paramLabel = "FILE",
            description = "Accounts of that target, .yaml or .csv; the first one is used.")
    private @Nullable Path accounts;

    @Option(
            names = "--crop",
            paramLabel = "WxH+X+Y",
            description = "Save only this part, in pixels from the upper left corner: for a landmark.")
    private @Nullable String crop;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "Folder of workloads that the profile may name (default: those of this program).")
    private Path workloads = AgentIdentity.shippedWorkloads();

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Folder for files of client programs; one program at a time"
                    + " (default: .local/state/deskmeter/screenshot in the home folder, or screenshot-2 and so on if"
                    + " another program uses it).")
    private @Nullable Path state;

    @Spec
    private @Nullable CommandSpec spec;

    private final Platform platform;
    private final Duration logon;

    public ScreenshotCommand(Platform platform) {
        this(platform, LOGON);
    }

    /** @param logon how long a desktop may take to rest */
    ScreenshotCommand(Platform platform, Duration logon) {
        this.platform = platform;
        this.logon = logon;
    }

    @Override
    public Integer call() throws Exception {
        Optional<Crop> part = Optional.ofNullable(crop).map(Crop::parse);
        if (profile != null) {
            return ofTarget(TargetHost.readWithoutPictures(profile, accounts, WorkloadCatalog.open(workloads)), part);
        }
        UserSession session = platform.session(System.getenv());
        try (UserDisplay display = session.display(System::nanoTime)) {
            save(firstFrame(display), part, display.toString());
        }
        return 0;
    }

    private int ofTarget(TargetHost host, Optional<Crop> part) throws Exception {
        try (LocalDesktops machine =
                        TryFolder.open(platform, state, "screenshot", folder -> LocalDesktops.open(platform, folder));
                ClientSessionFolder files = machine.clientSessionFolder(0);
                TargetDisplays displays = new TargetDisplays(System::nanoTime)) {
            TestLogon.Shown shown = TestLogon.of(
                    (listener, executor) -> displays.open(host.target(), host.slot(), files, logon, listener, executor),
                    REST,
                    logon,
                    Probing.of(System.getenv()),
                    host::logOff);
            Frame frame = shown.picture()
                    .orElseThrow(() -> new ScreenException(
                            host.words() + ": no picture: " + shown.result().words()));
            save(frame, part, host.words() + ": " + shown.result().words());
            return exitCode(shown.result());
        }
    }

    /**
     * A desktop on which a clock ticks never rests: this picture is as good as any, and where landmarks for it are cut
     * out.
     */
    private static int exitCode(LogonResult result) {
        return switch (result.outcome()) {
            case USABLE, MOVING -> 0;
            case UNREACHABLE, UNTRUSTED, REFUSED, FULL, ENDED, LOST, UNPROVED, SILENT, LATE -> NOT_USABLE;
        };
    }

    private void save(Frame whole, Optional<Crop> part, String of) throws IOException {
        Path to = Objects.requireNonNull(file);
        Frame frame = part.map(some -> some.of(whole)).orElse(whole);
        try {
            Files.write(to, ScreenshotEncoder.png(frame, 0));
        } catch (IOException e) {
            throw new IOException("screenshot: " + to + " cannot be written: " + FaultText.reason(e), e);
        }
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.printf("%s: %d x %d pixels of %s%n", to, frame.width(), frame.height(), of);
        out.flush();
    }

    private static Frame firstFrame(UserDisplay display) throws ScreenException, InterruptedException {
        CompletableFuture<Frame> first = new CompletableFuture<>();
        ExecutorService serial = AgentThreads.single("screenshot");
        try {
            CompletableFuture<Screen> opening = display.open(new FirstFrame(first), serial);
            try {
                Screen screen = opening.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                try {
                    return first.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                } finally {
                    screen.close();
                }
            } catch (ExecutionException e) {
                if (e.getCause() instanceof ScreenException cause) {
                    throw cause;
                }
                throw new ScreenException(display + ": " + e.getCause(), e);
            } catch (TimeoutException e) {
                throw new ScreenException(
                        display + ": no picture within " + LIMIT.toSeconds() + " s (expected: a desktop that answers)",
                        e);
            }
        } finally {
            serial.shutdown();
        }
    }

    private record FirstFrame(CompletableFuture<Frame> first) implements FrameListener {
        @Override
        public void onFrame(FrameUpdate update) {
            if (!first.isDone()) {
                first.complete(update.frame().copy());
            }
        }

        @Override
        public void onLost(ScreenException cause) {
            first.completeExceptionally(cause);
        }
    }
}
