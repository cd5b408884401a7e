package io.deskmeter.agent.platform.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AwtDisplayCases {
    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final int WHITE = 0xFFFFFF;

    private final ExecutorService serial = Executors.newSingleThreadExecutor();
    private final UserDisplay display =
            Platforms.here().session(System.getenv()).display(System::nanoTime);
    private volatile @Nullable Frame seen;

    @AfterEach
    void close() {
        display.close();
        serial.shutdown();
    }

    @Test
    void itsSizeIsTold() throws Exception {
        CompletableFuture<List<Integer>> size = new CompletableFuture<>();
        display.watch(new UserDisplay.Listener() {
                    @Override
                    public void sized(int width, int height) {
                        size.complete(List.of(width, height));
                    }

                    @Override
                    public void gone(String cause) {
                        size.completeExceptionally(new AssertionError(cause));
                    }
                })
                .get(40, TimeUnit.SECONDS);
        assertThat(size).isCompletedWithValue(List.of(1024, 768));
    }

    @Test
    void aPictureIsShownAboveAllAtTheTopInTheMiddleUntilItIsClosed() throws Exception {
        Screen screen = display.open(
                        new FrameListener() {
                            @Override
                            public void onFrame(FrameUpdate update) {
                                seen = update.frame().copy();
                            }

                            @Override
                            public void onLost(ScreenException cause) {}
                        },
                        serial)
                .get(40, TimeUnit.SECONDS);
        await().atMost(LIMIT).until(() -> seen != null);
        int before = pixel(512, 10);
        assertThat(before).isNotEqualTo(WHITE);
        UserDisplay.Overlay overlay = display.show(
                        new UserDisplay.Picture(200, 100, List.of(new Rect(100, 50, 100, 50))))
                .get(40, TimeUnit.SECONDS);
        await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            overlay.raise(); // as it is raised once a second in use
            assertThat(pixel(412, 0)).as("top left").isEqualTo(WHITE);
            assertThat(pixel(611, 99)).as("bottom right").isZero();
            assertThat(pixel(511, 99)).as("left of the black").isEqualTo(WHITE);
            assertThat(pixel(512, 49)).as("above the black").isEqualTo(WHITE);
            assertThat(pixel(411, 0)).as("left of the picture").isEqualTo(before);
            assertThat(pixel(612, 99)).as("right of the picture").isEqualTo(before);
            assertThat(pixel(512, 100)).as("below the picture").isEqualTo(before);
        });
        overlay.close();
        await().atMost(LIMIT).until(() -> pixel(512, 10) == before);
        screen.close();
    }

    private int pixel(int x, int y) {
        Frame frame = Objects.requireNonNull(seen);
        return frame.pixels()[y * frame.width() + x] & WHITE;
    }
}
