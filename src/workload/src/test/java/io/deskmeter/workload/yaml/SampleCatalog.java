package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.InvalidDocumentException.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A workload root in a temporary folder, filled by the test. */
final class SampleCatalog {
    static final String WRITER = """
            title: Word processor
            application:
              linux: [soffice, --writer, "${content}/report.odt"]
            operations:
              - id: open
                group: B
                do: { launch: application }
                until: { appears: landmarks/title.png, within: 60s }
            """;

    final Path root;

    SampleCatalog(Path root) {
        this.root = root;
    }

    /** With the workloads office/writer and office/calc and the workload profile office. */
    static SampleCatalog office(Path root) {
        return new SampleCatalog(root)
                .file("office/writer/workload.yaml", WRITER)
                .file("office/writer/landmarks/title.png", "")
                .file("office/calc/workload.yaml", WRITER.replace("Word processor", "Spreadsheet"))
                .file("office/calc/landmarks/title.png", "")
                .file("profiles/office.yaml", "workloads: [office/writer, office/calc]\n");
    }

    SampleCatalog file(String name, String content) {
        return bytes(name, content.getBytes(StandardCharsets.UTF_8));
    }

    SampleCatalog bytes(String name, byte[] content) {
        try {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    WorkloadCatalog open() {
        return WorkloadCatalog.open(root);
    }

    /** The problems, as {@code line:column path message}; empty if there are none. */
    static List<String> problemsOf(Reading reading) {
        try {
            reading.run();
            return List.of();
        } catch (InvalidDocumentException e) {
            return e.problems().stream().map(SampleCatalog::shown).toList();
        }
    }

    private static String shown(Problem problem) {
        return problem.line() + ":" + problem.column() + " " + problem.path() + " " + problem.message();
    }

    /** Something that reads a document. */
    interface Reading {
        void run() throws InvalidDocumentException;
    }
}
