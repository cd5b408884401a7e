package io.deskmeter.agent.watch.landmark;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** A screen that is painted on, what a session sees of it, and the workload that it works on it. */
final class DrawnScreen implements AutoCloseable {
    private static final String WORKLOAD = "office/drawn";

    private final BufferedImage picture;
    private final Path root;
    private @Nullable TemplateScreenMatcher matcher;
    private @Nullable Workload workload;
    private long sequence;

    /** @param root folder of workloads */
    DrawnScreen(Path root, int width, int height) {
        this.root = root;
        this.picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    }

    /** Strokes like words, each with a stroke across at a height that the seed decides. */
    static void words(BufferedImage on, int seed, Color ink, Rect where, int step, int cross) {
        Graphics2D g = on.createGraphics();
        g.setColor(ink);
        Random random = new Random(seed);
        for (int x = where.x(); x < where.right(); x += step) {
            g.fillRect(x, where.y(), 1, where.height());
            g.fillRect(x, where.y() + random.nextInt(cross), 4, 2);
        }
        g.dispose();
    }

    static void fill(BufferedImage on, Rect where, Color colour) {
        Graphics2D g = on.createGraphics();
        g.setColor(colour);
        g.fillRect(where.x(), where.y(), where.width(), where.height());
        g.dispose();
    }

    /** @param name {@code landmarks/title.png} */
    void landmark(String name, BufferedImage image) throws IOException {
        Path file = root.resolve(WORKLOAD).resolve(name);
        Files.createDirectories(file.getParent());
        ImageIO.write(image, "png", file.toFile());
    }

    /** A session works a workload from now on. */
    Workload enter(String document) throws Exception {
        close();
        Files.writeString(root.resolve(WORKLOAD).resolve("workload.yaml"), document);
        Workload loaded = WorkloadCatalog.open(root).load(WORKLOAD);
        workload = loaded;
        matcher = new TemplateScreenMatcher(Landmarks.load(List.of(loaded)), new MatcherBuffers());
        show(bounds(), 0);
        matcher().enter(loaded);
        return loaded;
    }

    TemplateScreenMatcher matcher() {
        return Objects.requireNonNull(matcher, "matcher");
    }

    Workload workload() {
        return Objects.requireNonNull(workload, "workload");
    }

    BufferedImage picture() {
        return picture;
    }

    Rect bounds() {
        return new Rect(0, 0, picture.getWidth(), picture.getHeight());
    }

    /** Returns what is painted over. */
    Rect paint(@Nullable BufferedImage image, int x, int y) {
        if (image == null) {
            return new Rect(x, y, 0, 0);
        }
        Graphics2D g = picture.createGraphics();
        g.drawImage(image, x, y, null);
        g.dispose();
        return new Rect(x, y, image.getWidth(), image.getHeight());
    }

    /** The session sees what has been painted. */
    FrameUpdate show(Rect damage, long at) {
        int width = picture.getWidth();
        Frame frame =
                new Frame(width, picture.getHeight(), picture.getRGB(0, 0, width, picture.getHeight(), null, 0, width));
        return show(frame, damage, at);
    }

    FrameUpdate show(Frame frame, Rect damage, long at) {
        FrameUpdate update = new FrameUpdate(frame, List.of(damage), at, ++sequence);
        matcher().see(update);
        return update;
    }

    @Override
    public void close() {
        if (matcher != null) {
            matcher.close();
        }
    }
}
