package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Problems;
import io.deskmeter.workload.yaml.profile.References;
import io.deskmeter.workload.yaml.run.RunProfileGrammar;
import java.util.Optional;

/**
 * Run profiles as text.
 *
 * <p>{@link #parse} is for what people write: workload ids and the name of a workload profile are looked up.
 * {@link #write} gives the canonical form: every default spelt out, the workload profile inlined, so that it means the
 * same anywhere and for ever. {@link #parseSelfContained} reads that form where no catalog is at hand, on a controller
 * or an agent that only passes it on: all is checked but the existence of the workloads, which is for the one who runs
 * them to find.
 */
public final class RunProfiles {
    private RunProfiles() {}

    /**
     * Reads a run profile and checks it against a catalog. Where it has no {@code id}, the file's name stands for it.
     *
     * @param fileName for messages
     * @throws InvalidDocumentException with every problem of the document
     */
    public static RunProfile parse(String fileName, String yaml, WorkloadCatalog catalog)
            throws InvalidDocumentException {
        return parse(fileName, yaml, catalog.references());
    }

    /**
     * The same, but workloads that the catalog does not have are left in: for who checks all there is to check in one
     * pass and asks {@link WorkloadCatalog#load} himself.
     *
     * @throws InvalidDocumentException with every other problem of the document
     */
    public static RunProfile parseWithUnknownWorkloads(String fileName, String yaml, WorkloadCatalog catalog)
            throws InvalidDocumentException {
        return parse(fileName, yaml, catalog.profilesOnly());
    }

    /**
     * Reads a run profile whose workload profile is inlined, without looking anything up.
     *
     * @throws InvalidDocumentException with every problem of the document
     */
    public static RunProfile parseSelfContained(String fileName, String yaml) throws InvalidDocumentException {
        return parse(fileName, yaml, References.none());
    }

    /**
     * The canonical form: a profile that was parsed, once written, parses to an equal one.
     *
     * @throws IllegalArgumentException if a duration is finer than a millisecond
     */
    public static String write(RunProfile profile) {
        return RunProfileGrammar.write(profile);
    }

    /**
     * The canonical form, but with another workload profile, which is named and not inlined.
     *
     * @param workloadProfile its id; whoever reads the document looks it up
     * @throws IllegalArgumentException if a duration is finer than a millisecond
     */
    public static String writeWith(RunProfile profile, String workloadProfile) {
        return RunProfileGrammar.write(profile, workloadProfile);
    }

    static RunProfile parse(String fileName, String yaml, References references) throws InvalidDocumentException {
        Problems problems = new Problems(fileName);
        Optional<RunProfile> profile = Documents.root(yaml, problems)
                .map(root -> new RunProfileGrammar(references).read(root, stem(fileName)));
        problems.throwIfAny();
        return profile.orElseThrow();
    }

    /** {@code demo} of {@code some/where/demo.yaml}. */
    static String stem(String fileName) {
        String name = fileName.substring(1 + Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')));
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
