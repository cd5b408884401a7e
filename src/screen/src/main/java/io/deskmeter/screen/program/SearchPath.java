package io.deskmeter.screen.program;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folders in which programs are searched, on systems with POSIX paths.
 *
 * @param value in the form of the variable PATH
 */
public record SearchPath(String value) implements ProgramSearch {

    @Override
    public Path find(String program) throws ProgramException {
        if (program.contains("/")) {
            Path path = Path.of(program);
            if (Files.isRegularFile(path) && Files.isExecutable(path)) {
                return path;
            }
            throw new ProgramException(program + ": not an executable file (expected: one)");
        }
        for (String folder : value.split(":", -1)) {
            Path path = Path.of(folder).resolve(program);
            if (!folder.isEmpty() && Files.isRegularFile(path) && Files.isExecutable(path)) {
                return path;
            }
        }
        throw new ProgramException(program + ": not found on PATH (expected: an executable in one of " + value
                + "; hint: ./deskmeter doctor)");
    }
}
