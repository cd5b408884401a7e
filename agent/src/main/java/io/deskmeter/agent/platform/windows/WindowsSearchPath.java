package io.deskmeter.agent.platform.windows;

import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.ProgramSearch;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Searches the folders of the variable PATH, for the endings of PATHEXT. */
final class WindowsSearchPath implements ProgramSearch {
    private static final Logger LOG = LoggerFactory.getLogger(WindowsSearchPath.class);
    private static final String USUAL_ENDINGS = ".COM;.EXE;.BAT;.CMD";

    private final String folders;
    private final List<String> endings;

    WindowsSearchPath(WindowsEnvironment environment) {
        this.folders = environment.get("PATH");
        String given = environment.get("PATHEXT");
        this.endings = List.of((given.isEmpty() ? USUAL_ENDINGS : given)
                .toLowerCase(Locale.ROOT)
                .split(";", -1));
    }

    @Override
    public Path find(String program) throws ProgramException {
        if (new File(program).getParent() != null) {
            Path path = Path.of(program);
            for (Path candidate : candidates(path)) {
                if (Files.isRegularFile(candidate)) {
                    return candidate;
                }
            }
            throw new ProgramException(
                    program + ": not a program (expected: an existing file that ends with one of " + endings + ")");
        }
        for (Path folder : paths()) {
            for (Path candidate : candidates(folder.resolve(program))) {
                if (Files.isRegularFile(candidate)) {
                    return candidate;
                }
            }
        }
        throw new ProgramException(program + ": not found on PATH (expected: a program that ends with one of " + endings
                + ", in one of " + folders + ")");
    }

    /** Entries may be quoted; those that are no paths are skipped, as Windows skips them. */
    private List<Path> paths() {
        List<Path> paths = new ArrayList<>();
        for (String folder : folders.replace("\"", "").split(";", -1)) {
            try {
                if (!folder.isBlank()) {
                    paths.add(Path.of(folder));
                }
            } catch (InvalidPathException e) {
                LOG.debug("PATH: {} is no folder", folder);
            }
        }
        return paths;
    }

    private List<Path> candidates(Path path) {
        String name = String.valueOf(path.getFileName());
        List<Path> candidates = new ArrayList<>();
        if (endings.stream().anyMatch(name.toLowerCase(Locale.ROOT)::endsWith)) {
            candidates.add(path);
        }
        endings.forEach(ending -> candidates.add(path.resolveSibling(name + ending)));
        return candidates;
    }

    @Override
    public String value() {
        return folders;
    }
}
