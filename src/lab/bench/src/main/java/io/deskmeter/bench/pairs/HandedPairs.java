package io.deskmeter.bench.pairs;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** Pairs in a folder: each is a folder with {@code landmarks/a.png} and {@code landmarks/b.png}, such as a workload. */
final class HandedPairs {
    /** Pairs that were made as workloads for both orders have a folder for each order. */
    private static final String ONE_ORDER = "ab";

    private HandedPairs() {}

    /** All pairs of a folder, or of its folder {@code ab}, by name. */
    static List<NearPair> in(Path folder) throws IOException {
        Path pairs = Files.isDirectory(folder.resolve(ONE_ORDER)) ? folder.resolve(ONE_ORDER) : folder;
        List<Path> found;
        try (Stream<Path> entries = Files.isDirectory(pairs) ? Files.list(pairs) : Stream.empty()) {
            found = entries.filter(entry -> Files.isRegularFile(picture(entry, "a")))
                    .sorted()
                    .toList();
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "--pairs: " + folder + " has none (expected: folders with landmarks/a.png and landmarks/b.png)");
        }
        Stream.Builder<NearPair> read = Stream.builder();
        for (Path pair : found) {
            read.add(new NearPair(String.valueOf(pair.getFileName()), read(pair, "a"), read(pair, "b")));
        }
        return read.build().toList();
    }

    private static Path picture(Path pair, String which) {
        return pair.resolve("landmarks").resolve(which + ".png");
    }

    private static BufferedImage read(Path pair, String which) throws IOException {
        Path file = picture(pair, which);
        BufferedImage image = Files.isRegularFile(file) ? ImageIO.read(file.toFile()) : null;
        if (image == null) {
            throw new IllegalArgumentException("--pairs: " + file + " is missing, or no picture (expected: a PNG)");
        }
        return image;
    }
}
