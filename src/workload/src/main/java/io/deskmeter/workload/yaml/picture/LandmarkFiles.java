package io.deskmeter.workload.yaml.picture;

import io.deskmeter.workload.yaml.document.NameSuggestion;
import io.deskmeter.workload.yaml.document.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The landmark files of one workload: a name that is read is a file that is there. */
public final class LandmarkFiles implements LandmarkNames {
    private static final Pattern NAME =
            Pattern.compile("landmarks/([A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\\.png");

    private final Path folder;

    public LandmarkFiles(Path folder) {
        this.folder = folder;
    }

    @Override
    public String read(Value value) {
        String name = value.text(NAME, "a picture as `landmarks/title.png`");
        if (!name.isEmpty() && !Files.isRegularFile(folder.resolve(name))) {
            value.problem(
                    name + ": no such file in " + folder + " (expected " + NameSuggestion.oneOf(name, present()) + ")");
        }
        return name;
    }

    private List<String> present() {
        Path landmarks = folder.resolve("landmarks");
        if (!Files.isDirectory(landmarks)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(landmarks)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> name.endsWith(".png"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("landmarks of " + folder, e);
        }
    }
}
