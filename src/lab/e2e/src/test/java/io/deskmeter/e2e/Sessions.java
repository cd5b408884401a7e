package io.deskmeter.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The processes on this machine that belong to sessions, found by their environment, like the agent does. */
final class Sessions {
    private static final String MARK = "DESKMETER_SESSION=";

    private Sessions() {}

    /** Command lines of all processes of sessions whose HOME lies below the folder. */
    static List<String> running(Path stateFolder) {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(p -> p.getFileName().toString().matches("\\d+"))
                    .filter(p -> belongs(p, stateFolder))
                    .map(p -> read(p.resolve("cmdline")).replace('\0', ' ').strip())
                    .filter(command -> !command.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean belongs(Path process, Path stateFolder) {
        String environment = read(process.resolve("environ"));
        return environment.contains(MARK) && environment.contains("=" + stateFolder.toAbsolutePath());
    }

    /** Empty where the process has ended meanwhile or is not ours to read. */
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            // ESRCH and EACCES both arrive as plain IOException; such a process is not one of ours.
            return "";
        }
    }
}
