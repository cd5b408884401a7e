package io.deskmeter.controller.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a run's files go. */
final class OutFolder {
    private final Path root;

    private OutFolder(Path root) {
        this.root = root;
    }

    /** Makes the folder and proves that it can be written, before anything is started; pictures of an earlier run are removed. */
    static OutFolder prepare(Path folder) throws CommandException {
        try {
            Path evidence = Files.createDirectories(folder.resolve("evidence"));
            try (DirectoryStream<Path> old = Files.newDirectoryStream(evidence, "*.{png,html,part}")) {
                for (Path picture : old) {
                    Files.delete(picture);
                }
            }
            Path probe = folder.resolve(".writable");
            Files.write(probe, new byte[4096]);
            Files.delete(probe);
            return new OutFolder(folder);
        } catch (IOException e) {
            throw CommandException.input("--out: " + folder + " cannot be written: " + e
                    + " (expected: a folder this user may write, on a disk with free space)");
        }
    }

    Path root() {
        return root;
    }

    /** Fetches everything that the run left. */
    void fill(ControllerClient client, String run) throws CommandException, InterruptedException {
        client.download(run + "/report", "application/json", root.resolve("report.json"));
        client.download(run + "/report", "text/html", root.resolve("report.html"));
        client.download(run + "/timings", "text/csv", root.resolve("timings.csv"));
        for (String name : client.evidence(run)) {
            client.download(
                    run + "/evidence/" + name,
                    "image/png",
                    root.resolve("evidence").resolve(name));
        }
        client.download(
                run + "/evidence/index.html",
                "text/html",
                root.resolve("evidence").resolve("index.html"));
    }
}
