package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.ProfilePictures;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Run profiles that are named on the command line. */
final class ProfileFile {
    private ProfileFile() {}

    static HeadlessRun.Document read(Path profile) throws CommandException {
        try {
            return new HeadlessRun.Document(
                    profile.toString(), ProfilePictures.inline(Files.readString(profile), profile));
        } catch (NoSuchFileException e) {
            throw CommandException.input("profile: " + profile + " (expected: a file that exists)");
        } catch (IOException e) {
            throw CommandException.input("profile: " + profile + " cannot be read: " + FaultText.reason(e)
                    + " (expected: a YAML file in UTF-8)");
        }
    }

    /**
     * Refuses a profile that cannot run with these workloads. Whoever has them on his disk gets to know of a spelling
     * mistake at once, and not after a controller has started.
     *
     * @param workloads folder of workloads
     */
    static void requireUsable(HeadlessRun.Document document, Path workloads) throws CommandException {
        WorkloadCatalog catalog = catalog(workloads);
        try {
            RunProfile profile = RunProfiles.parse(document.name(), document.yaml(), catalog);
            catalog.loadAll(profile.workloads().workloads());
        } catch (InvalidDocumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    /** The same, but unknown workloads are left to the check, which finds them together with all else. */
    static void requireReadable(HeadlessRun.Document document, Path workloads) throws CommandException {
        try {
            RunProfiles.parseWithUnknownWorkloads(document.name(), document.yaml(), catalog(workloads));
        } catch (InvalidDocumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    /** Whether it is a run profile; its workloads may be unknown. */
    static boolean isReadable(HeadlessRun.Document document, WorkloadCatalog catalog) {
        try {
            RunProfiles.parseWithUnknownWorkloads(document.name(), document.yaml(), catalog);
            return true;
        } catch (InvalidDocumentException e) {
            return false;
        }
    }

    static WorkloadCatalog catalog(Path workloads) throws CommandException {
        try {
            return WorkloadCatalog.open(workloads);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw CommandException.input(e.getMessage() + " (hint: --workloads DIR)");
        }
    }
}
