package io.deskmeter.controller;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** A workload root with one workload of two operations, and the profiles demo and demo-quick. */
public final class SampleRoot {
    /** Two sessions without think time. */
    public static final String PROFILE = """
            id: sample
            title: A sample
            workloads:
              id: quick
              workloads: [office/writer]
              iterations: 3
              think: { mean: 0 }
              seed: 7
            target: { local: {} }
            load: { steps: { sessions: [1, 2] } }
            logonInterval: 0
            """;

    private static final String WRITER = """
            title: Word processor
            application: { linux: [writer] }
            packages: [writer-bin]
            metrics: { picture-similarity: }
            operations:
              - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/title.png } }
              - { id: modify, group: A, do: { type: "x" }, until: { appears: landmarks/title.png } }
            """;

    private SampleRoot() {}

    public static Path create(Path folder) throws IOException {
        write(folder.resolve("office/writer/workload.yaml"), WRITER);
        Path landmark = folder.resolve("office/writer/landmarks/title.png");
        Files.createDirectories(landmark.getParent());
        ImageIO.write(new BufferedImage(64, 32, BufferedImage.TYPE_INT_RGB), "png", landmark.toFile());
        write(folder.resolve("run-profiles/demo.yaml"), PROFILE.replace("id: sample", "id: demo"));
        write(folder.resolve("run-profiles/demo-quick.yaml"), PROFILE.replace("id: sample", "id: demo-quick"));
        return folder;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
