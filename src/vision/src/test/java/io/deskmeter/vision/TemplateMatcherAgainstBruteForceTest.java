package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random screens under random damage: after every update the matcher gives the same result as trying every place. */
@Tag("slow")
class TemplateMatcherAgainstBruteForceTest {
    private static final int WIDTH = 120;
    private static final int HEIGHT = 80;

    private final List<Rect> damage = new ArrayList<>();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void saysWhatTryingEveryPlaceSays(long seed) throws TemplateException {
        Random random = new Random(seed);
        BufferedImage screen = Drawing.document(WIDTH, HEIGHT, random.nextBoolean(), seed);
        // Small ones are filtered on fine grids, large ones on the matcher's own blocks.
        int size = random.nextInt(3);
        BufferedImage square =
                Drawing.landmark(6 + 15 * size + random.nextInt(20), 5 + 12 * size + random.nextInt(16), seed);
        Drawing.fill(square, new Rect(0, 0, 2, 4), 0);
        Drawing.fill(square, new Rect(2, 1, 3, 3), 0xffffff);
        BufferedImage image = size > 0 && random.nextInt(3) == 0 ? Drawing.round(square) : square;
        double threshold = List.of(0.9, 0.9, 0.8, 0.6, 0.3).get(random.nextInt(5));
        Template template = Template.of("landmark", image).withThreshold(threshold);
        BruteForce truth = new BruteForce(image);
        int found = 0;
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(Drawing.whole(screen));
            for (int step = 0; step < 10; step++) {
                damage.clear();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    change(screen, image, random);
                }
                boolean shown = step % 5 == 4;
                if (shown) {
                    int x = random.nextInt(WIDTH - image.getWidth());
                    int y = random.nextInt(HEIGHT - image.getHeight());
                    Drawing.paint(screen, image, x, y);
                    damage.add(new Rect(x, y, image.getWidth(), image.getHeight()));
                }
                matcher.see(new FrameUpdate(Drawing.frame(screen), damage, step, step + 2L));
                if (!shown && random.nextInt(4) == 0) {
                    continue; // Several updates may come between two looks.
                }
                Match expected = truth.find(screen, threshold);
                assertThat(matcher.find(template))
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(expected);
                found += expected.found() ? 1 : 0;
            }
        }
        assertThat(found).as("the landmark is shown twice").isGreaterThanOrEqualTo(2);
    }

    private void change(BufferedImage screen, BufferedImage landmark, Random random) {
        Rect rect = new Rect(
                random.nextInt(WIDTH) - 10,
                random.nextInt(HEIGHT) - 10,
                1 + random.nextInt(60),
                1 + random.nextInt(60));
        switch (random.nextInt(6)) {
            case 0 -> {
                Drawing.paint(screen, landmark, rect.x(), rect.y());
                rect = new Rect(rect.x(), rect.y(), landmark.getWidth(), landmark.getHeight());
            }
            case 1 -> {
                rect = new Rect(rect.x(), rect.y(), 4, 4);
                Drawing.fill(screen, rect, random.nextInt(1 << 24));
            }
            case 2 -> {
                Drawing.paint(screen, Drawing.document(WIDTH, HEIGHT, random.nextBoolean(), random.nextLong()), 0, 0);
                rect = new Rect(0, 0, WIDTH, HEIGHT);
            }
            case 3 -> Drawing.fill(screen, rect, random.nextInt(1 << 24));
            default -> {
                rect = new Rect(rect.x(), rect.y(), 6, 3);
                Drawing.fill(screen, rect, random.nextInt(1 << 24));
            }
        }
        damage.add(rect);
    }
}
