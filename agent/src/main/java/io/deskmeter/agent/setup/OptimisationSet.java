package io.deskmeter.agent.setup;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Optimisation;
import io.deskmeter.workload.targets.Optimisation.OperatingSystem;
import io.deskmeter.workload.targets.Optimisation.Profile;
import io.deskmeter.workload.yaml.OptimisationFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The optimisations of a profile.
 *
 * @param checksum SHA-256 over all that decides what is set: equal checksums mean equal settings, whatever else the
 *     documents say
 */
public record OptimisationSet(Profile profile, List<Optimisation> optimisations, String checksum) {
    private static final List<String> SHIPPED = List.of(
            "linux-services.yaml",
            "linux-desktops.yaml",
            "linux-applications.yaml",
            "windows-services.yaml",
            "windows-desktops.yaml",
            "windows-applications.yaml");

    public OptimisationSet {
        optimisations = List.copyOf(optimisations);
    }

    /** All that come with the program, of every system and profile. */
    public static List<Optimisation> shipped() {
        return SHIPPED.stream()
                .map(OptimisationSet::shipped)
                .flatMap(List::stream)
                .toList();
    }

    private static List<Optimisation> shipped(String name) {
        try (InputStream in = Objects.requireNonNull(OptimisationSet.class.getResourceAsStream(name), name)) {
            return OptimisationFile.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException | InvalidDocumentException e) {
            throw new IllegalStateException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * The set of a profile.
     *
     * @param system of the machine
     * @param own files of a person; an optimisation there replaces one of the same id
     * @throws InvalidDocumentException with every problem of the first of these files that has one
     * @throws IllegalArgumentException if one of these files is for another system
     */
    public static OptimisationSet of(Profile profile, OperatingSystem system, List<Path> own)
            throws InvalidDocumentException {
        Map<String, Optimisation> all = new LinkedHashMap<>();
        shipped().stream().filter(one -> one.system() == system).forEach(one -> all.put(one.id(), one));
        for (Path file : own) {
            for (Optimisation one : OptimisationFile.read(file)) {
                if (one.system() != system) {
                    throw new IllegalArgumentException("--optimisations: " + file + ": for "
                            + one.system().word() + " (expected: a file for " + system.word()
                            + ", the system of this machine; hint: it begins with `system: " + system.word() + "`)");
                }
                all.put(one.id(), one);
            }
        }
        List<Optimisation> chosen = all.values().stream()
                .filter(one -> one.profile().compareTo(profile) <= 0)
                .toList();
        return new OptimisationSet(profile, chosen, checksum(chosen));
    }

    private static String checksum(List<Optimisation> chosen) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            chosen.stream()
                    .map(one -> List.of(
                                    one.id(),
                                    one.scope(),
                                    one.appliesTo(),
                                    one.overruledBy(),
                                    one.change().kind(),
                                    one.change())
                            .toString())
                    .sorted()
                    .forEach(one -> {
                        byte[] bytes = one.getBytes(StandardCharsets.UTF_8);
                        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                        digest.update(bytes);
                    });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 (expected: in every Java platform)", e);
        }
    }
}
