package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.NameSuggestion;
import io.deskmeter.workload.yaml.document.Problems;
import io.deskmeter.workload.yaml.picture.PictureText;
import io.deskmeter.workload.yaml.targets.CalibrationGrammar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The calibrations of a folder of workloads: {@code calibrations/NAME/calibration.yaml} with its pictures beside it.
 * Nothing is cached. Immutable, thread-safe.
 */
public final class Calibrations {
    private static final String FOLDER = "calibrations";
    private static final String DOCUMENT = "calibration.yaml";

    private static final String LANDMARKS = "landmarks/";

    private final Path folder;

    private Calibrations(Path folder) {
        this.folder = folder;
    }

    /** Those of a catalog's folder. */
    public static Calibrations of(WorkloadCatalog catalog) {
        return new Calibrations(catalog.folder().resolve(FOLDER));
    }

    /** Where the calibration of this name is, whether or not there is one. */
    public Path folder(String name) {
        return folder.resolve(name);
    }

    /** Sorted. */
    public List<String> names() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.filter(each -> Files.isRegularFile(each.resolve(DOCUMENT)))
                    .map(each -> String.valueOf(each.getFileName()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("calibrations in " + folder, e);
        }
    }

    /**
     * Reads one.
     *
     * @throws InvalidDocumentException with every problem of its document, or because there is none of this name
     */
    public Calibration read(String name) throws InvalidDocumentException {
        Path file = folder(name).resolve(DOCUMENT);
        Problems problems = new Problems(file.toString());
        if (!names().contains(name)) {
            problems.addAt(1, 1, "", unknown(name));
        }
        problems.throwIfAny();
        Optional<Calibration> calibration = Documents.text(file, problems)
                .flatMap(text -> Documents.root(inline(text, file), problems))
                .map(root -> {
                    Calibration read = CalibrationGrammar.document(root);
                    if (!read.name().equals(name) && !read.name().isEmpty()) {
                        root.problem("name " + read.name() + " (expected: `" + name + "`, its folder's name)");
                    }
                    return read;
                });
        problems.throwIfAny();
        return calibration.orElseThrow();
    }

    private static String inline(String text, Path file) {
        try {
            return ProfilePictures.inline(text, file);
        } catch (IOException e) {
            throw new UncheckedIOException("pictures of " + file, e);
        }
    }

    /** What to say of a name that is not there. */
    String unknown(String name) {
        List<String> names = names();
        return "unknown calibration " + name
                + (names.isEmpty()
                        ? " (expected: one of " + folder + ", which has none; hint: ./deskmeter workload calibrate)"
                        : " (expected " + NameSuggestion.oneOf(name, names) + ")");
    }

    /**
     * Writes one, in place of another of its name.
     *
     * @throws IllegalArgumentException if its name is no name, or its pictures are too large
     */
    public Path write(Calibration calibration) throws IOException {
        if (!Keywords.NAME.matcher(calibration.name()).matches()) {
            throw new IllegalArgumentException(
                    "calibration: \"" + calibration.name() + "\" (expected: " + Keywords.NAME_FORM + ")");
        }
        requireSmall(calibration);
        Path target = folder(calibration.name());
        List<String> written = new ArrayList<>();
        for (Calibration.Picture picture : calibration.pictures()) {
            Path file = target.resolve(file(picture));
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, Base64.getDecoder().decode(picture.png()));
            written.add(file(picture));
        }
        Files.createDirectories(target);
        Files.writeString(
                target.resolve(DOCUMENT),
                "# Made by ./deskmeter workload calibrate; used by `target: { …, calibration: " + calibration.name()
                        + " }` of a run profile.\n"
                        + Documents.yaml().dump(CalibrationGrammar.write(calibration, Calibrations::file)));
        removeOthers(target, written);
        return target;
    }

    private static void requireSmall(Calibration calibration) {
        int all = 0;
        for (Calibration.Picture picture : calibration.pictures()) {
            int bytes = Base64.getDecoder().decode(picture.png()).length;
            all += bytes;
            if (bytes > PictureText.MOST_BYTES || all > CalibrationGrammar.MOST_BYTES) {
                throw new IllegalArgumentException("calibration " + calibration.name() + ": " + picture.landmark()
                        + " of " + picture.workload() + " has " + bytes / 1024 + " KiB, with those before it "
                        + all / 1024 + " KiB (expected: at most " + PictureText.MOST_BYTES / 1024
                        + " KiB, all together at most " + CalibrationGrammar.MOST_BYTES / 1024
                        + " KiB; hint: one calibration for each workload)");
            }
        }
    }

    /** Below a folder of their own, so that no landmark's own path is taken for the file. */
    private static String file(Calibration.Picture picture) {
        return "pictures/" + picture.workload() + "/" + picture.landmark().substring(LANDMARKS.length());
    }

    /** Pictures of the calibration that was there before. */
    private static void removeOthers(Path target, List<String> written) throws IOException {
        Path pictures = target.resolve("pictures");
        if (!Files.isDirectory(pictures)) {
            return;
        }
        try (Stream<Path> files = Files.walk(pictures)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!written.contains(target.relativize(file).toString().replace('\\', '/'))) {
                    Files.delete(file);
                }
            }
        }
    }

    /** The SHA-256 of a landmark's file, as {@link Calibration.Picture#replaces} has it. */
    public static String checksum(Workload workload, String landmark) throws IOException {
        return Calibration.sha256(Files.readAllBytes(workload.folder().resolve(landmark)));
    }

    /** Why a calibration cannot be used for a workload; empty if it can, also where it has no picture of it. */
    public static Optional<String> misfit(Calibration calibration, Workload workload) {
        for (Calibration.Picture picture : calibration.of(workload.id())) {
            String here = "no such file";
            try {
                if (Files.isRegularFile(workload.folder().resolve(picture.landmark()))) {
                    here = checksum(workload, picture.landmark());
                }
            } catch (IOException e) {
                here = e.toString();
            }
            if (!here.equals(picture.replaces())) {
                return Optional.of("calibration " + calibration.name() + " is for another version of "
                        + workload.id() + ": " + picture.landmark() + " is " + shortened(here) + " (expected: "
                        + shortened(picture.replaces())
                        + ", for which its picture was captured; hint: ./deskmeter workload"
                        + " calibrate " + workload.id() + " --name " + calibration.name() + ")");
            }
        }
        return Optional.empty();
    }

    private static String shortened(String checksum) {
        return checksum.length() == 64 ? checksum.substring(0, 12) : checksum;
    }
}
