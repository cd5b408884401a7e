package io.deskmeter.agent.tryout;

import io.deskmeter.agent.client.AgentVersion;
import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.evidence.ScreenshotEncoder;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.platform.UserSession;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent screenshot}: whether a desktop agent would see the screen of its session, and what. */
@Command(
        name = "screenshot",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description =
                "Saves a picture of the screen of this session, as a desktop agent sees it. Needs no controller and changes nothing.")
public final class ScreenshotCommand implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Parameters(paramLabel = "FILE", description = "File for the picture, as PNG; an existing one is replaced.")
    private @Nullable Path file;

    @Spec
    private @Nullable CommandSpec spec;

    private final Platform platform;

    public ScreenshotCommand(Platform platform) {
        this.platform = platform;
    }

    @Override
    public Integer call() throws Exception {
        Path target = Objects.requireNonNull(file);
        UserSession session = platform.session(System.getenv());
        try (UserDisplay display = session.display(System::nanoTime)) {
            Frame frame = firstFrame(display);
            try {
                Files.write(target, ScreenshotEncoder.png(frame, 0));
            } catch (IOException e) {
                throw new IOException("screenshot: " + target + " cannot be written: " + e, e);
            }
            PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
            out.printf("%s: %d x %d pixels of %s%n", target, frame.width(), frame.height(), display);
            out.flush();
        }
        return 0;
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
