package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.InvalidDocumentException.Problem;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.NameSuggestion;
import io.deskmeter.workload.yaml.document.Problems;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.profile.References;
import io.deskmeter.workload.yaml.profile.TypedTexts;
import io.deskmeter.workload.yaml.profile.WorkloadProfileGrammar;
import io.deskmeter.workload.yaml.run.RunProfileGrammar;
import io.deskmeter.workload.yaml.workload.WorkloadGrammar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A folder of workloads, workload profiles ({@code profiles/*.yaml}), run profiles ({@code run-profiles/*.yaml}) and
 * {@link Calibrations}. Every folder that holds a {@code workload.yaml} is a workload, and its path below the root is
 * its id; hidden folders and {@code target} are not searched, since they hold copies.
 *
 * <p>Nothing is cached: each call sees the files as they are, so an author need not restart anything. Immutable,
 * thread-safe. Where the file system fails while folders are listed or summed, {@link UncheckedIOException} is thrown;
 * a document that cannot be read is a problem of that document.
 */
public final class WorkloadCatalog {
    /** A folder of copies, made by a build. */
    static final String TARGET = "target";

    private static final String DOCUMENT = "workload.yaml";
    private static final String PROFILES = "profiles";
    private static final String RUN_PROFILES = "run-profiles";
    private static final String SUFFIX = ".yaml";

    private final Path root;

    private WorkloadCatalog(Path root) {
        this.root = root;
    }

    /**
     * The catalog of a folder.
     *
     * @throws IllegalArgumentException if the root is not a folder
     */
    public static WorkloadCatalog open(Path root) {
        if (!Files.isDirectory(root)) {
            throw new IllegalArgumentException("workloads: " + root + " (expected: a folder)");
        }
        try {
            return new WorkloadCatalog(root.toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException("workloads: " + root, e);
        }
    }

    /** The folder that it was opened with. */
    public Path folder() {
        return root;
    }

    /** The ids of all workloads, sorted. */
    public List<String> ids() {
        List<String> ids = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    if (isOutput(folder)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    if (folder.equals(root) || !Files.isRegularFile(folder.resolve(DOCUMENT))) {
                        return FileVisitResult.CONTINUE;
                    }
                    ids.add(root.relativize(folder).toString().replace('\\', '/'));
                    return FileVisitResult.SKIP_SUBTREE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("workloads below " + root, e);
        }
        return ids.stream().sorted().toList();
    }

    /**
     * Reads and checks a workload.
     *
     * @throws InvalidDocumentException with every problem of the document, or because there is no workload of this id
     */
    public Workload load(String id) throws InvalidDocumentException {
        requireKnown("workload", id, ids());
        Path folder = root.resolve(id);
        Problems problems = new Problems(folder.resolve(DOCUMENT).toString());
        if (!Keywords.ID.matcher(id).matches()) {
            problems.addAt(1, 1, "", "folder " + id + " (expected: " + Keywords.ID_FORM + ")");
        }
        Optional<Workload> workload = root(folder.resolve(DOCUMENT), problems)
                .map(value -> new WorkloadGrammar(id, folder).read(value, Checksums.of(folder)));
        problems.throwIfAny();
        return workload.orElseThrow();
    }

    /**
     * Reads and checks several workloads.
     *
     * @throws InvalidDocumentException with every problem of all of them
     */
    public List<Workload> loadAll(List<String> ids) throws InvalidDocumentException {
        List<Workload> workloads = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (String id : ids) {
            try {
                workloads.add(load(id));
            } catch (InvalidDocumentException e) {
                problems.addAll(e.problems());
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidDocumentException(problems);
        }
        return workloads;
    }

    /** The file of a workload's document, whether or not it can be read; for an id that is one of {@link #ids()}. */
    public Path document(String id) {
        return root.resolve(id).resolve(DOCUMENT);
    }

    /**
     * Id to SHA-256 over the sorted relative names and the bytes of all files of the folder, hexadecimal. Does not read
     * the documents: a broken workload has a checksum too.
     */
    public Map<String, String> checksums() {
        Map<String, String> checksums = new TreeMap<>();
        ids().forEach(id -> checksums.put(id, Checksums.of(root.resolve(id))));
        return checksums;
    }

    /** The ids of the workload profiles, sorted: the names of their files. */
    public List<String> workloadProfileIds() {
        return documents(PROFILES);
    }

    /**
     * Reads a workload profile and checks that its workloads exist.
     *
     * @throws InvalidDocumentException with every problem of the document, or because there is no profile of this id
     */
    public WorkloadProfile workloadProfile(String id) throws InvalidDocumentException {
        return workloadProfile(id, references());
    }

    private WorkloadProfile workloadProfile(String id, References references) throws InvalidDocumentException {
        requireKnown("workload profile", id, workloadProfileIds());
        Path file = root.resolve(PROFILES).resolve(id + SUFFIX);
        Problems problems = new Problems(file.toString());
        Optional<WorkloadProfile> profile = root(file, problems).map(value -> {
            WorkloadProfile read = new WorkloadProfileGrammar(references).read(value, id);
            requireFileName(value, read.id(), id);
            return read;
        });
        problems.throwIfAny();
        return profile.orElseThrow();
    }

    /** The ids of the run profiles, sorted: the names of their files. */
    public List<String> runProfileIds() {
        return documents(RUN_PROFILES);
    }

    /**
     * Reads a run profile and checks that what it names exists.
     *
     * @throws InvalidDocumentException with every problem of the document, or because there is no profile of this id
     */
    public RunProfile runProfile(String id) throws InvalidDocumentException {
        requireKnown("run profile", id, runProfileIds());
        Path file = root.resolve(RUN_PROFILES).resolve(id + SUFFIX);
        Problems problems = new Problems(file.toString());
        Optional<RunProfile> profile = root(file, problems).map(value -> {
            RunProfile read = new RunProfileGrammar(references()).read(value, id);
            requireFileName(value, read.id(), id);
            return read;
        });
        problems.throwIfAny();
        return profile.orElseThrow();
    }

    /**
     * All run profiles, sorted by id.
     *
     * @throws InvalidDocumentException with the problems of all of them
     */
    public List<RunProfile> runProfiles() throws InvalidDocumentException {
        List<RunProfile> profiles = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (String id : runProfileIds()) {
            try {
                profiles.add(runProfile(id));
            } catch (InvalidDocumentException e) {
                problems.addAll(e.problems());
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidDocumentException(problems);
        }
        return List.copyOf(profiles);
    }

    /**
     * A number that changes when a file below the folder is added, removed or written: from names, sizes and times,
     * without reading the files, so that it can be asked for every few seconds.
     */
    public long stamp() {
        long[] stamp = {0};
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return isOutput(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    // A sum, because the order in which files are visited is not defined.
                    stamp[0] +=
                            Objects.hash(file, attributes.size(), attributes.lastModifiedTime()) * 0x9E3779B97F4A7C15L;
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException cause) {
                    return FileVisitResult.CONTINUE; // Removed meanwhile.
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("workloads below " + root, e);
        }
        return stamp[0];
    }

    private boolean isOutput(Path folder) {
        String name = String.valueOf(folder.getFileName());
        return !folder.equals(root) && (name.startsWith(".") || name.equals(TARGET));
    }

    /** What this catalog has. */
    References references() {
        return new Lookup(true);
    }

    /** The same, but any workload may exist: for callers that report missing ones themselves. */
    References profilesOnly() {
        return new Lookup(false);
    }

    private final class Lookup implements References {
        private final boolean workloads;

        private Lookup(boolean workloads) {
            this.workloads = workloads;
        }

        @Override
        public void checkWorkload(Value value, String id) {
            List<String> known = workloads ? ids() : List.of(id);
            if (!known.contains(id)) {
                value.problem(unknown("workload", value.shown(), known));
            }
        }

        @Override
        public WorkloadProfile profile(Value value) {
            List<String> known = workloadProfileIds();
            String id = value.string().orElse("");
            if (!known.contains(id)) {
                value.problem(unknown("workload profile", value.shown(), known));
                return WorkloadProfileGrammar.PLACEHOLDER;
            }
            try {
                return workloadProfile(id, this);
            } catch (InvalidDocumentException e) {
                value.problems().addAll(e.problems());
                return WorkloadProfileGrammar.PLACEHOLDER;
            }
        }

        @Override
        public Optional<Map<String, Metric>> metrics(Value value, List<String> workloads) {
            List<Workload> loaded = new ArrayList<>();
            List<String> known = ids();
            for (String id : workloads) {
                try {
                    if (!known.contains(id)) {
                        return Optional.empty();
                    }
                    loaded.add(load(id));
                } catch (InvalidDocumentException e) {
                    // Its own problems are told where it is checked; until it is valid nobody knows what it measures.
                    return Optional.empty();
                }
            }
            return Optional.of(DeclaredMetrics.of(value, loaded));
        }

        @Override
        public Optional<Map<String, TypedTexts.Typed>> texts(List<String> workloads) {
            Map<String, TypedTexts.Typed> texts = new TreeMap<>();
            List<String> known = ids();
            for (String id : workloads) {
                if (known.contains(id)) {
                    texts.put(id, texts(id));
                }
            }
            return Optional.of(texts);
        }

        /** Without a checksum over its files, which takes time. */
        private TypedTexts.Typed texts(String id) {
            Path folder = root.resolve(id);
            Problems problems = new Problems(folder.resolve(DOCUMENT).toString());
            Optional<Workload> workload = root(folder.resolve(DOCUMENT), problems)
                    .map(value -> new WorkloadGrammar(id, folder).read(value, ""));
            // The problems of an invalid one are told where it is checked.
            return workload.filter(read -> problems.count() == 0)
                    .map(TypedTexts::of)
                    .orElse(TypedTexts.Typed.NOTHING);
        }

        @Override
        public Optional<Calibration> calibration(Value value) {
            Calibrations calibrations = Calibrations.of(WorkloadCatalog.this);
            String name = value.string().orElse("");
            if (!calibrations.names().contains(name)) {
                value.problem(calibrations.unknown(name));
                return Optional.empty();
            }
            try {
                return Optional.of(calibrations.read(name));
            } catch (InvalidDocumentException e) {
                value.problems().addAll(e.problems());
                return Optional.empty();
            }
        }

        @Override
        public void checkCalibration(Value value, Calibration calibration, List<String> workloads) {
            if (workloads.stream().allMatch(id -> calibration.of(id).isEmpty())) {
                value.problem("calibration " + calibration.name() + " has no picture of " + String.join(", ", workloads)
                        + " (expected: of at least one; hint: ./deskmeter workload calibrate)");
            }
            workloads.stream()
                    .filter(ids()::contains)
                    .map(id -> misfit(calibration, id))
                    .flatMap(Optional::stream)
                    .forEach(value::problem);
        }

        private Optional<String> misfit(Calibration calibration, String id) {
            try {
                return Calibrations.misfit(calibration, load(id));
            } catch (InvalidDocumentException e) {
                return Optional.empty(); // Its own problems are told where it is checked.
            }
        }
    }

    private static Optional<Value> root(Path file, Problems problems) {
        return Documents.text(file, problems).flatMap(text -> Documents.root(text, problems));
    }

    private void requireKnown(String kind, String id, List<String> known) throws InvalidDocumentException {
        if (!known.contains(id)) {
            throw new InvalidDocumentException(
                    List.of(new Problem(root.toString(), 1, 1, "", unknown(kind, id, known))));
        }
    }

    private static String unknown(String kind, String id, List<String> known) {
        return "unknown " + kind + " " + id + " (expected " + NameSuggestion.oneOf(id, known) + ")";
    }

    private static void requireFileName(Value root, String id, String fileName) {
        if (!id.equals(fileName) && !id.isEmpty()) {
            root.problem("id " + id + " (expected: `" + fileName + "`, its file's name, or no id at all)");
        }
    }

    private List<String> documents(String folder) {
        Path below = root.resolve(folder);
        if (!Files.isDirectory(below)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(below)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("profiles in " + below, e);
        }
    }
}
