package io.deskmeter.testkit.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.screen.rfb.encoding.Encoding;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(60)
class TruthServerTest {
    private final Scene scene = new Scene(640, 480);
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        screens.close();
    }

    /** The arrivals of frames with the landmark, and the last picture. */
    private final class Watcher implements FrameListener {
        final List<Long> shownAt = new CopyOnWriteArrayList<>();
        final List<Long> lag = new CopyOnWriteArrayList<>();
        final List<Integer> steps = new CopyOnWriteArrayList<>();
        volatile Frame last = new Frame(1, 1);

        @Override
        public void onFrame(FrameUpdate update) {
            last = update.frame().copy();
            if (isMarked(last)) {
                shownAt.add(update.arrivedAt());
            }
            TimeStrip.read(last, Scene.STRIP_AT, Scene.STRIP_AT).ifPresent(strip -> {
                lag.add(update.arrivedAt() - strip.at());
                steps.add(strip.step());
            });
        }

        @Override
        public void onLost(ScreenException cause) {
            throw new AssertionError(cause);
        }
    }

    private boolean isMarked(Frame frame) {
        Rect place = scene.markPlace();
        return (frame.pixels()[(place.y() + 20) * frame.width() + place.x() + 20] & 0xFFFFFF) == 0xFFD030;
    }

    private Screen connect(RfbTarget target, List<Encoding> encodings, Watcher watcher) throws Exception {
        Screen screen = screens.connect(target, RfbSettings.defaults().withEncodings(encodings), watcher, Runnable::run)
                .get(10, TimeUnit.SECONDS);
        await().until(() -> watcher.last.width() == 640);
        return screen;
    }

    @Test
    void answersAnInputAfterTheDelayAndReportsWhen() throws Exception {
        Path socket = folder.resolve("rfb");
        Watcher watcher = new Watcher();
        try (TruthServer server = TruthServer.unix(socket, scene, 0, answers::add);
                Screen screen =
                        connect(RfbTarget.unix(socket), RfbSettings.defaults().encodings(), watcher)) {
            long delay = TimeUnit.MILLISECONDS.toNanos(30);
            server.arm(7, delay);
            long fired = screen.fire(List.of(new InputEvent.Key('a', true), new InputEvent.Key('a', false)))
                    .get(10, TimeUnit.SECONDS);
            Answer answer = answers.poll(10, TimeUnit.SECONDS);
            assertThat(answer).isNotNull();
            await().until(() -> !watcher.shownAt.isEmpty());

            assertThat(answer.number()).isEqualTo(7);
            assertThat(answer.inputAt()).isGreaterThan(fired);
            assertThat(answer.shownFrom() - answer.inputAt()).isGreaterThanOrEqualTo(delay);
            assertThat(answer.shownBy()).isGreaterThan(answer.shownFrom());
            assertThat(watcher.shownAt.get(0)).isGreaterThan(answer.shownFrom());

            server.arm(8, 0);
            await().until(() -> !isMarked(watcher.last));
            assertThat(answers).isEmpty();
        }
    }

    @Test
    void everyEncodingShowsTheScene() throws Exception {
        int[] truth = scene.render(Scene.State.initial().withMark(true), scene.bounds());
        Path socket = folder.resolve("rfb");
        try (TruthServer server = TruthServer.unix(socket, scene, 0, answers::add)) {
            for (List<Encoding> encodings : List.of(
                    List.of(Encoding.RAW),
                    List.of(Encoding.ZRLE),
                    List.of(Encoding.ZRLE, Encoding.FENCE, Encoding.CONTINUOUS_UPDATES))) {
                Watcher watcher = new Watcher();
                try (Screen screen = connect(RfbTarget.unix(socket), encodings, watcher)) {
                    server.mark(true);
                    await().until(() -> isMarked(watcher.last));
                    int[] seen = watcher.last.pixels();
                    for (int i = 0; i < seen.length; i++) {
                        seen[i] &= 0xFFFFFF;
                    }
                    assertThat(seen).isEqualTo(truth);
                }
                server.mark(false);
            }
        }
    }

    @Test
    void manyDesktopsOfASeparateProcessShowWhenEachUpdateWasCreated() throws Exception {
        List<String> options = List.of("--port", "0", "--rate", "20", "--width", "640", "--height", "480");
        List<Watcher> watchers = new ArrayList<>();
        try (TruthProcess server = TruthProcess.start(
                List.of(), TruthServerMain.class, options, Map.of(), folder.resolve("errors"), answers::add)) {
            RfbTarget target =
                    RfbTarget.tcp(InetAddress.getLoopbackAddress().getHostAddress(), Integer.parseInt(server.where()));
            for (int i = 0; i < 10; i++) {
                watchers.add(new Watcher());
                connect(target, RfbSettings.defaults().encodings(), watchers.get(i));
            }
            for (Watcher each : watchers) {
                await().until(() -> each.lag.size() >= 5);
                assertThat(List.copyOf(each.lag)).allMatch(lag -> lag > 0 && lag < TimeUnit.SECONDS.toNanos(5));
                assertThat(List.copyOf(each.steps)).isSorted().doesNotHaveDuplicates();
            }
            server.mark(true);
            for (Watcher each : watchers) {
                await().until(() -> !each.shownAt.isEmpty());
            }
        }
    }
}
