package io.deskmeter.agent.lint;

import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;

/** A workload without a mistake, in which a test makes one. */
final class SampleWorkload {
    static final String ID = "office/sample";

    private static final String DOCUMENT = """
        title: A sample
        application:
          linux: [viewer, "${content}/album.txt"]
        operations:
          - id: open
            group: B
            do: { launch: application }
            until: { appears: landmarks/title.png, within: 60s }
          - id: browse
            group: A
            times: 2
            do: { keys: PageDown }
            until: { appears: "landmarks/page-${n}.png", within: 30s }
          - id: save
            group: B
            before: { await: { vanishes: landmarks/saved.png, within: 10s } }
            do: { keys: ctrl+s }
            until: { appears: landmarks/saved.png, within: 30s }
          - id: close
            group: A
            do: { keys: ctrl+q }
            until: { vanishes: landmarks/page-2.png, within: 30s }
        """;

    private final Path root;
    private final Path folder;

    SampleWorkload(Path root) throws IOException {
        this(root, ID);
    }

    SampleWorkload(Path root, String id) throws IOException {
        this.root = root;
        folder = root.resolve(id);
        Files.createDirectories(folder.resolve("content"));
        Files.createDirectories(folder.resolve("landmarks"));
        Files.writeString(folder.resolve("content/album.txt"), "photos");
        Files.writeString(folder.resolve("workload.yaml"), DOCUMENT);
        String[] landmarks = {"title", "page-1", "page-2", "saved"};
        for (int i = 0; i < landmarks.length; i++) {
            picture("landmarks/" + landmarks[i] + ".png", drawn(96, 48, i));
        }
    }

    /** With something else in place of a part of the document. */
    SampleWorkload with(String part, String instead) throws IOException {
        Path document = folder.resolve("workload.yaml");
        String text = Files.readString(document);
        if (!text.contains(part)) {
            throw new IllegalArgumentException(part + " (expected: a part of the document)");
        }
        Files.writeString(document, text.replace(part, instead));
        return this;
    }

    SampleWorkload picture(String name, BufferedImage image) throws IOException {
        ImageIO.write(
                image,
                "png",
                Files.createDirectories(folder.resolve(name).getParent())
                        .resolve(name.replaceFirst(".*/", ""))
                        .toFile());
        return this;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    List<LintFinding> lint() throws IOException {
        return WorkloadLint.check(WorkloadCatalog.open(root), ID);
    }

    /** Shapes on white; another seed gives others. */
    static BufferedImage drawn(int width, int height, long seed) {
        Random random = new Random(seed);
        BufferedImage image = plain(width, height, Color.WHITE);
        Graphics2D g = image.createGraphics();
        for (int i = 0; i < 14; i++) {
            g.setColor(new Color(random.nextInt(200), random.nextInt(200), random.nextInt(200)));
            g.fillRect(random.nextInt(width), random.nextInt(height), 6 + random.nextInt(20), 4 + random.nextInt(12));
        }
        g.dispose();
        return image;
    }

    static BufferedImage plain(int width, int height, Color colour) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setColor(colour);
        g.fillRect(0, 0, width, height);
        g.dispose();
        return image;
    }
}
