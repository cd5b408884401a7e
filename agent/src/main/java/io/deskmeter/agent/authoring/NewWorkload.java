package io.deskmeter.agent.authoring;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import io.deskmeter.workload.yaml.WorkloadIds;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Creates the folder of a workload: complete and valid, or not at all. */
final class NewWorkload {
    private static final String DOCUMENT = "workload.yaml";

    private final WorkloadCatalog catalog;
    private final String id;
    private final Path folder;

    /** @throws IllegalArgumentException if there can be no workload of this id, or its folder exists */
    NewWorkload(WorkloadCatalog catalog, String id) {
        this.catalog = catalog;
        this.id = id;
        if (!WorkloadIds.isId(id)) {
            throw new IllegalArgumentException("new: " + id + " (expected: " + WorkloadIds.FORM + ")");
        }
        folder = catalog.folder().resolve(id);
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalArgumentException("new: " + folder
                    + " exists (expected: a new folder; hint: another id, or delete the folder first)");
        }
        for (String other : catalog.ids()) {
            if (id.startsWith(other + "/")) {
                throw new IllegalArgumentException("new: " + id + " is within the workload " + other
                        + " (expected: a folder of its own; workloads within others are not found)");
            }
        }
    }

    /** One that starts and closes a program. Returns the number of files beside its document. */
    int minimal() throws IOException, InvalidDocumentException {
        return create(NewDocument.minimal(id), Set.of(), catalog.folder());
    }

    /**
     * One with the operations of another. Returns the number of files beside its document.
     *
     * @throws InvalidDocumentException if there is no such workload, with the nearest name, or it is not valid
     */
    int like(String model) throws IOException, InvalidDocumentException {
        Workload like = catalog.load(model);
        String text = NewDocument.like(id, model, Files.readString(catalog.document(model)));
        return create(text, new NamedFiles(like).all(), like.folder());
    }

    private int create(String text, Set<String> files, Path from) throws IOException, InvalidDocumentException {
        try {
            Files.createDirectories(Objects.requireNonNull(folder.getParent()));
            Files.createDirectory(folder);
            Files.createDirectory(folder.resolve("content"));
            Files.createDirectory(folder.resolve("landmarks"));
            for (String file : new TreeSet<>(files)) {
                Path to = folder.resolve(file);
                Files.createDirectories(Objects.requireNonNull(to.getParent()));
                Files.copy(from.resolve(file), to);
            }
            Files.writeString(folder.resolve(DOCUMENT), text);
            catalog.load(id);
            return files.size();
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException("new: " + e.getFile() + " exists (expected: a folder)", e);
        } catch (IOException | InvalidDocumentException e) {
            remove();
            throw e;
        }
    }

    /** What could not be completed. */
    private void remove() throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        List<Path> created;
        try (Stream<Path> walk = Files.walk(folder)) {
            created = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : created) {
            Files.delete(path);
        }
    }
}
