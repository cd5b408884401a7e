package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The documents among the test's resources, and the reader of each kind, with a separate catalog. */
final class Examples {
    private static final String MEASURED = """
            metrics:
              picture-similarity:
              frame-gap:
              sharp: { from: picture-similarity, judge: { within: [0.9, 1], share: 0.8 } }
            """;

    private final SampleCatalog catalog;
    private final WorkloadCatalog opened;

    Examples(Path root) {
        catalog = SampleCatalog.office(root)
                .file("sample/landmarks/title.png", "")
                .file("sample/landmarks/page-1.png", "")
                .file("sample/landmarks/page-2.png", "")
                .file("office/writer/workload.yaml", SampleCatalog.WRITER + MEASURED)
                .file("office/calc/workload.yaml", SampleCatalog.WRITER + MEASURED);
        opened = catalog.open();
    }

    /** The kinds of documents. */
    enum Kind {
        WORKLOAD("workload"),
        WORKLOAD_PROFILE("workload-profile"),
        RUN_PROFILE("run-profile"),
        ACCOUNTS("accounts");

        final String name;

        Kind(String name) {
            this.name = name;
        }
    }

    /** One document. */
    record Example(Kind kind, String name, String text) {
        /** What stands behind a word of the comments, {@code # expect: …}. */
        List<String> comments(String word) {
            String start = "# " + word + ": ";
            return text.lines()
                    .filter(line -> line.startsWith(start))
                    .map(line -> line.substring(start.length()))
                    .toList();
        }

        @Override
        public String toString() {
            return kind.name + "/" + name;
        }
    }

    static Stream<Example> valid() {
        return Stream.of(Kind.values()).flatMap(kind -> in(kind, "valid"));
    }

    static Stream<Example> invalid() {
        return Stream.of(Kind.values()).flatMap(kind -> in(kind, "invalid"));
    }

    /** Reads a document as one of its kind. */
    Object read(Kind kind, String text) throws InvalidDocumentException {
        return switch (kind) {
            case WORKLOAD -> {
                catalog.file("sample/workload.yaml", text);
                yield opened.load("sample");
            }
            case WORKLOAD_PROFILE -> {
                catalog.file("profiles/sample.yaml", text.replace("id: office", "id: sample"));
                yield opened.workloadProfile("sample");
            }
            case RUN_PROFILE -> RunProfiles.parse("sample.yaml", text, opened);
            case ACCOUNTS -> AccountSets.parse("sample.yaml", text);
        };
    }

    /** The text of a resource. */
    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Examples.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Example> in(Kind kind, String folder) {
        try {
            URL url = Objects.requireNonNull(Examples.class.getResource(kind.name + "/" + folder));
            try (Stream<Path> files = Files.list(Path.of(url.toURI()))) {
                return files
                        .sorted()
                        .map(file -> new Example(kind, String.valueOf(file.getFileName()), text(file)))
                        .toList()
                        .stream();
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
