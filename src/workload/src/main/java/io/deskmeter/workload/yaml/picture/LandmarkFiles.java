package io.deskmeter.workload.yaml.picture;

import io.deskmeter.workload.yaml.document.NameSuggestion;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The landmark files of one workload: a name that is read is a file that is there. */
public final class LandmarkFiles {
    private static final String FORM = "landmarks/(%1$s%2$s*/){0,9}%1$s%2$s*\\.png";
    private static final String FIRST = "[A-Za-z0-9_-]";
    private static final String OTHERS = "[A-Za-z0-9._-]";
    private static final Pattern NAME = Pattern.compile(FORM.formatted(FIRST, OTHERS));
    private static final String NUMBER = "\\$\\{n([-+*][0-9]{1,4})?\\}";

    private final Path folder;
    /** Names of which it is known: the occurrences of an operation ask for the same ones. */
    private final Map<String, Boolean> known = new HashMap<>();
    /** Names and their places in the document: the occurrences of an operation miss the same file once each. */
    private final Set<String> told = new HashSet<>();

    public LandmarkFiles(Path folder) {
        this.folder = folder;
    }

    /** A name. */
    public Type<String> names() {
        return type(NAME.pattern()).named("plainLandmark");
    }

    /** A name in which <code>${n}</code> may stand. */
    public Type<String> numberedNames() {
        return type(FORM.formatted("(" + FIRST + "|" + NUMBER + ")", "(" + OTHERS + "|" + NUMBER + ")"))
                .named("landmark");
    }

    private Type<String> type(String form) {
        return Types.quantity("a landmark", form, this::read, name -> name);
    }

    private String read(Value value) {
        String name = value.text(NAME, "a picture as `landmarks/title.png`");
        boolean missing =
                !name.isEmpty() && !known.computeIfAbsent(name, any -> Files.isRegularFile(folder.resolve(any)));
        if (missing && told.add(value.node().getStartMark().getIndex() + " " + name)) {
            value.problem(value.problems().isFull() ? "no such file" : noSuchFile(name));
        }
        return name;
    }

    private String noSuchFile(String name) {
        return name + ": no such file in " + folder + " (expected " + NameSuggestion.oneOf(name, present()) + ")";
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
