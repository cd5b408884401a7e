package io.deskmeter.agent.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The Debian packages that are installed on this machine, as the package manager's database says.
 *
 * @param status the database; on a machine without it, nothing is known of packages
 */
record DebianPackages(Path status) {
    /** Of this machine. */
    static final DebianPackages INSTALLED = new DebianPackages(Path.of("/var/lib/dpkg/status"));

    private static final String PACKAGE = "Package: ";
    private static final String STATUS = "Status: ";

    /**
     * Which of these are not installed, in their order; none if nothing is known.
     *
     * @throws IOException if the database is there and cannot be read
     */
    List<String> missing(List<String> wanted) throws IOException {
        if (wanted.isEmpty() || !Files.exists(status)) {
            return List.of();
        }
        List<String> missing = new ArrayList<>(wanted);
        missing.removeAll(installed());
        return missing;
    }

    private Set<String> installed() throws IOException {
        Set<String> installed = new TreeSet<>();
        String current = "";
        try (BufferedReader lines = Files.newBufferedReader(status, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(PACKAGE)) {
                    current = line.substring(PACKAGE.length()).strip();
                } else if (line.startsWith(STATUS) && line.endsWith(" installed")) {
                    installed.add(current);
                }
            }
        }
        return installed;
    }
}
