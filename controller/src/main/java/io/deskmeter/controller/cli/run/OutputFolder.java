package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.link.access.PrivateFolders;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The output folder of a run. */
public final class OutputFolder {
    private final Path root;

    private OutputFolder(Path root) {
        this.root = root;
    }

    /**
     * Makes the folder and proves that it can be written, before anything is started; pictures of an earlier run are
     * removed.
     */
    static OutputFolder prepare(Path folder) throws CommandException {
        try {
            if (!Files.exists(folder)) {
                PrivateFolders.provide(folder);
            }
            Path evidence = Files.createDirectories(folder.resolve("evidence"));
            try (DirectoryStream<Path> old = Files.newDirectoryStream(evidence, "*.{png,wav,html,part}")) {
                for (Path picture : old) {
                    Files.delete(picture);
                }
            }
            Path probe = folder.resolve(".writable");
            Files.write(probe, new byte[4096]);
            Files.delete(probe);
            return new OutputFolder(folder);
        } catch (IOException e) {
            throw CommandException.input("--out: " + folder + " cannot be written: " + FaultText.reason(e) + " "
                    + StorageFault.expectation(e, folder));
        }
    }

    /** The report that was fetched. */
    RunReport report() throws CommandException {
        return read(root);
    }

    /** The report in the folder of a run. */
    public static RunReport read(Path folder) throws CommandException {
        Path file = folder.resolve("report.json");
        try (InputStream in = Files.newInputStream(file)) {
            return ReportJson.read(in);
        } catch (IOException | RuntimeException e) {
            throw CommandException.input(file + ": cannot be read: "
                    + (e instanceof IOException ? FaultText.reason(e) : "no JSON of a report")
                    + " (expected: the report.json that `run --out` of this version wrote)");
        }
    }

    Path root() {
        return root;
    }

    /** Downloads all results of the run. */
    void fill(ControllerClient client, String run) throws CommandException, InterruptedException {
        client.download(run + "/report", "application/json", root.resolve("report.json"));
        client.download(run + "/report", "text/html", root.resolve("report.html"));
        client.download(run + "/timings", "text/csv", root.resolve("timings.csv"));
        client.download(run + "/samples.csv", "text/csv", root.resolve("samples.csv"));
        client.download(run + "/sessions", "text/csv", root.resolve("sessions.csv"));
        client.download(run + "/resources", "text/csv", root.resolve("resources.csv"));
        client.download(run + "/junit.xml", "application/xml", root.resolve("junit.xml"));
        for (String name : client.evidence(run)) {
            client.download(
                    run + "/evidence/" + name,
                    name.endsWith(".wav") ? "audio/wav" : "image/png",
                    root.resolve("evidence").resolve(name));
        }
        client.download(
                run + "/evidence/index.html",
                "text/html",
                root.resolve("evidence").resolve("index.html"));
    }
}
