package io.deskmeter.agent.watch.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.screen.shared.SerialExecutor;
import io.deskmeter.testkit.freeze.FreezeSchedule;
import io.deskmeter.testkit.screen.TestDisplay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Real Xvncs that are stopped on a schedule, all at the same time; skipped, with the reason, if there is none on this
 * machine.
 */
@Tag("slow")
@Timeout(90)
class FrozenDesktopTest {
    private static final Duration WATCHED = Duration.ofSeconds(40);
    /**
     * In percent of the time, where what was measured says that it is as certain as that. On a busy machine answers
     * come late, and it says that it is less certain.
     */
    private static final double BOUND = 1;
    /** In percent of the time: then it says nothing any more. */
    private static final double MOST_UNCERTAIN = 3;

    private static final FrameListener NOBODY = new FrameListener() {
        @Override
        public void onFrame(FrameUpdate update) {}

        @Override
        public void onLost(ScreenException cause) {}
    };

    private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(2);
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private Path folder;

    /** What was measured, and what is true. */
    private record Watched(String name, SeriesValue measured, double truth) {}

    @BeforeEach
    void find() throws Exception {
        try {
            new SearchPath(System.getenv("PATH")).find("Xvnc");
        } catch (ProgramException e) {
            assumeTrue(false, "Xvnc is not installed; ./deskmeter doctor says how to get it");
        }
        folder = PrivateFolder.createIn(Path.of("/tmp"), "dmf");
    }

    @AfterEach
    void end() throws Exception {
        screens.close();
        timers.shutdownNow();
        pool.shutdownNow();
        if (folder != null) {
            PrivateFolder.remove(folder);
        }
    }

    private CompletableFuture<Watched> watch(String name, Duration frozen, Duration period) throws Exception {
        TestDisplay display = TestDisplay.xvnc(PrivateFolder.createIn(folder, name), 640, 480);
        SerialExecutor owner = new SerialExecutor(pool);
        Screen screen = screens.connect(RfbTarget.unix(display.rfb()), RfbSettings.defaults(), NOBODY, owner)
                .get(10, TimeUnit.SECONDS);
        ScreenProber prober = new ScreenProber(screen, Probing.on(), timers, owner, System::nanoTime);
        CompletableFuture<Watched> watched = new CompletableFuture<>();
        owner.execute(() -> {
            Responsiveness responsiveness = prober.keepAsking();
            FreezeSchedule schedule =
                    FreezeSchedule.begin(display.server().process().process().toHandle(), frozen, period, timers);
            var unused = timers.schedule(
                    () -> owner.execute(() -> {
                        try (display;
                                screen;
                                schedule) {
                            SeriesValue measured = responsiveness.until(System.nanoTime());
                            prober.close();
                            watched.complete(
                                    new Watched(name, measured, schedule.share(measured.from(), measured.to())));
                        } catch (Exception e) {
                            watched.completeExceptionally(e);
                        }
                    }),
                    WATCHED.toNanos(),
                    TimeUnit.NANOSECONDS);
        });
        return watched;
    }

    @Test
    void theShareOfTimeInWhichADisplayServerIsStoppedIsMeasured() throws Exception {
        List<CompletableFuture<Watched>> all = List.of(
                watch("never", Duration.ZERO, Duration.ofSeconds(20)),
                watch("long", Duration.ofSeconds(3), Duration.ofSeconds(20)),
                watch("short", Duration.ofMillis(500), Duration.ofSeconds(5)));
        await().atMost(WATCHED.plusSeconds(20)).until(() -> all.stream().allMatch(CompletableFuture::isDone));
        for (CompletableFuture<Watched> one : all) {
            Watched watched = one.get();
            assertThat(watched.measured().unknown()).as(watched.name()).isEmpty();
            assertThat(watched.measured().value())
                    .as("%s: truth %.2f %%, measured %s", watched.name(), watched.truth(), watched.measured())
                    .isCloseTo(
                            watched.truth(),
                            within(Math.max(BOUND, watched.measured().uncertainty())));
            assertThat(watched.measured().uncertainty())
                    .as("%s: the uncertainty, measured %s", watched.name(), watched.measured())
                    .isLessThan(MOST_UNCERTAIN);
            assertThat(Math.abs(watched.measured().value() - watched.truth()))
                    .as("%s: the uncertainty holds the truth", watched.name())
                    .isLessThanOrEqualTo(watched.measured().uncertainty() + 0.5);
        }
        assertThat(all.get(1).get().truth()).isCloseTo(15, within(1.0));
        assertThat(all.get(2).get().truth()).isCloseTo(10, within(1.0));
    }
}
