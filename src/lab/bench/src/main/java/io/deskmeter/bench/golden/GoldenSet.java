package io.deskmeter.bench.golden;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.template.Template;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/**
 * Every theme in every scale through every codec: 224 pictures, each drawn on request, and equal for equal landmarks.
 * Each shows a few landmarks, and similar pictures of a few others: in another hue, inverted, with shifted parts,
 * partly covered, faded.
 */
public final class GoldenSet {
    private static final List<Theme> THEMES = List.of(Theme.values());
    private static final List<Integer> PERCENTS = List.of(100, 125, 150, 200);
    private static final int SHOWN = 4;
    private static final int NEARLY = 4;
    /** A similar picture must differ from the landmark by at least this much, of 255. */
    private static final double VISIBLE = 30;

    private final Map<String, BufferedImage> landmarks;
    private final List<Map.Entry<String, BufferedImage>> entries;
    private final List<Codec> codecs;
    private final int width;
    private final int height;

    private GoldenSet(Map<String, BufferedImage> landmarks, List<Codec> codecs, int width, int height) {
        this.landmarks = landmarks;
        this.entries = List.copyOf(landmarks.entrySet());
        this.codecs = codecs;
        this.width = width;
        this.height = height;
    }

    /**
     * Uses the landmarks of all workloads in a folder, and some of other kinds.
     *
     * @param workloads with folders {@code landmarks} somewhere in it
     * @param width of the pictures
     * @param height of the pictures
     */
    public static GoldenSet of(Path workloads, int width, int height) throws IOException {
        Map<String, BufferedImage> landmarks = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(workloads)) {
            for (Path file : files.filter(GoldenSet::isLandmark).sorted().toList()) {
                BufferedImage image = ImageIO.read(file.toFile());
                if (landmarks.values().stream().noneMatch(known -> difference(known, image) < VISIBLE)) {
                    landmarks.put(workloads.relativize(file).toString(), image);
                }
            }
        }
        landmarks.putAll(Pictures.more());
        return new GoldenSet(landmarks, Codec.all(), width, height);
    }

    /** The same pictures with one codec only. */
    public GoldenSet through(Codec codec) {
        return new GoldenSet(landmarks, List.of(codec), width, height);
    }

    private static boolean isLandmark(Path file) {
        return file.toString().endsWith(".png")
                && !Template.isMask(file.toString())
                && String.valueOf(file.getParent()).endsWith("landmarks")
                && !file.toString().contains("target");
    }

    /** All landmarks by name, at 100 %. */
    public Map<String, BufferedImage> landmarks() {
        return Map.copyOf(landmarks);
    }

    public int size() {
        return THEMES.size() * PERCENTS.size() * codecs.size();
    }

    /** Draws a picture; the index is from 0 to the size, exclusive. */
    public GoldenFrame frame(int index) {
        Random random = new Random(index * 31L + 7);
        Theme theme = THEMES.get(index % THEMES.size());
        int percent = PERCENTS.get(index / THEMES.size() % PERCENTS.size());
        Codec codec = codecs.get(index / THEMES.size() / PERCENTS.size() % codecs.size());
        double scale = percent / 100.0;
        BufferedImage image = theme.draw(width, height, scale, random.nextLong());
        List<Rect> taken = new ArrayList<>();
        Map<String, Rect> shown = new LinkedHashMap<>();
        Set<String> nearly = new LinkedHashSet<>();
        int first = random.nextInt(entries.size());
        for (int i = 0; i < SHOWN + NEARLY; i++) {
            String name = entries.get((first + i) % entries.size()).getKey();
            BufferedImage landmark = entries.get((first + i) % entries.size()).getValue();
            if (i < SHOWN) {
                Rect place = put(image, landmark, scale, taken, random);
                if (!place.isEmpty()) {
                    shown.put(name, place);
                }
            } else {
                for (BufferedImage miss : Pictures.nearly(landmark).values()) {
                    if (difference(miss, landmark) >= VISIBLE) {
                        put(image, miss, scale, taken, random);
                        nearly.add(name);
                    }
                }
            }
        }
        BufferedImage arrived = codec.transport().apply(image);
        Frame frame = new Frame(width, height, arrived.getRGB(0, 0, width, height, null, 0, width));
        return new GoldenFrame(theme, percent, codec, frame, shown, nearly);
    }

    /** Paints at a free place; does nothing if there is none. */
    private Rect put(BufferedImage on, BufferedImage what, double scale, List<Rect> taken, Random random) {
        int w = (int) Math.round(what.getWidth() * scale);
        int h = (int) Math.round(what.getHeight() * scale);
        for (int attempt = 0; attempt < 200; attempt++) {
            Rect place = new Rect(random.nextInt(width - w), random.nextInt(height - h), w, h);
            if (taken.stream().allMatch(other -> other.intersection(place).isEmpty())) {
                taken.add(place);
                Graphics2D g = on.createGraphics();
                g.setRenderingHint(
                        RenderingHints.KEY_INTERPOLATION,
                        random.nextBoolean()
                                ? RenderingHints.VALUE_INTERPOLATION_BILINEAR
                                : RenderingHints.VALUE_INTERPOLATION_BICUBIC);
                g.drawImage(what, place.x(), place.y(), w, h, null);
                g.dispose();
                return place;
            }
        }
        return new Rect(0, 0, 0, 0);
    }

    /** Mean absolute difference of a channel; the greatest value if sizes differ. */
    private static double difference(BufferedImage a, BufferedImage b) {
        if (a.getWidth() != b.getWidth() || a.getHeight() != b.getHeight()) {
            return 255;
        }
        long sum = 0;
        for (int y = 0; y < a.getHeight(); y++) {
            for (int x = 0; x < a.getWidth(); x++) {
                int p = a.getRGB(x, y);
                int q = b.getRGB(x, y);
                for (int shift = 0; shift < 24; shift += 8) {
                    sum += Math.abs((p >> shift & 0xff) - (q >> shift & 0xff));
                }
            }
        }
        return sum / (3.0 * a.getWidth() * a.getHeight());
    }
}
