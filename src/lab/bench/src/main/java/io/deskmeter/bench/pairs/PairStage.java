package io.deskmeter.bench.pairs;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.testkit.x.XClient;
import io.deskmeter.testkit.x.XWindow;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;

/** The window on the desktop that shows the pictures. */
final class PairStage implements AutoCloseable {
    static final int WIDTH = 800;
    static final int HEIGHT = 480;
    /** Where the picture will be, in a colour that no ground has. */
    static final int CLEARED = 0xc000c0;

    private static final long QUIET_MILLIS = 150;
    private static final long WITHIN_MILLIS = 10_000;
    /** Places differ in how they lie in the blocks of a codec. */
    private static final int SPREAD = 16;

    private final XClient client;
    private final XWindow window;
    private final PairWatch watch;
    private int shown;

    /** @param display on which the window is opened, of {@link #WIDTH} by {@link #HEIGHT} pixels */
    PairStage(int display, Path authority, PairWatch watch) throws IOException {
        this.client = new XClient(display, authority);
        this.window = new XWindow(client, WIDTH, HEIGHT);
        this.watch = watch;
    }

    /** Shows a pair's first picture and looks for both. */
    PairWatch.Looks show(NearPair pair, Ground ground)
            throws IOException, InterruptedException, ScreenException, TemplateException {
        BufferedImage whole = ground.around(pair.first());
        int x = 16 + shown * 5 % SPREAD;
        int y = 16 + shown * 7 % SPREAD;
        shown++;
        Rect place = new Rect(x, y, whole.getWidth(), whole.getHeight());
        if (place.right() > WIDTH || place.bottom() > HEIGHT) {
            throw new IllegalArgumentException(pair.name() + ": " + pair.first().getWidth() + "x"
                    + pair.first().getHeight() + " (expected: at most " + (WIDTH - 5 * SPREAD) + "x"
                    + (HEIGHT - 5 * SPREAD) + ")");
        }
        window.fill(CLEARED, new Rect(0, 0, WIDTH, HEIGHT));
        watch.awaitQuiet(QUIET_MILLIS);
        watch.ask(
                new PairWatch.Landmarks(Wanted.of("shown", pair.first()), Wanted.of("other", pair.second())),
                x + Ground.MARGIN / 2,
                y + Ground.MARGIN / 2,
                whole.getRGB(Ground.MARGIN / 2, Ground.MARGIN / 2));
        window.image(whole.getRGB(0, 0, place.width(), place.height(), null, 0, place.width()), place);
        return watch.answer(WITHIN_MILLIS, QUIET_MILLIS);
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
