package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Searches files, command lines and environments for secrets: as they are, in UTF-16, as Base64 and in URLs. Starts to
 * look at processes when it is made, and ends when it is closed.
 */
final class SecretSearch implements AutoCloseable {
    private static final long LOOK_MILLIS = 100;
    private static final Path PROC = Path.of("/proc");
    private static final String ROOT = "root";

    /** What is searched for, by what it is. */
    private final Map<String, List<byte[]>> secrets = new ConcurrentHashMap<>();

    private final Set<String> inProcesses = ConcurrentHashMap.newKeySet();
    private final Set<Long> own;
    private final Thread watching = new Thread(this::watch, "secret-search");
    private final AtomicInteger looks = new AtomicInteger();

    /** @param own processes of the test itself, which knows the secrets */
    SecretSearch(Set<Long> own) {
        this.own = own;
        watching.setDaemon(true);
        watching.start();
    }

    /** Searches for this one, too, from now on. */
    void add(String what, String secret) {
        assertThat(secret).as(what).hasSizeGreaterThan(7);
        List<byte[]> forms = new ArrayList<>();
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE)) {
            forms.add(secret.getBytes(charset));
        }
        forms.add(Base64.getEncoder().withoutPadding().encode(secret.getBytes(StandardCharsets.UTF_8)));
        secrets.put(what, forms);
    }

    private void watch() {
        try {
            while (true) {
                look();
                looks.incrementAndGet();
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All may read the command lines; users may read the environments of their own processes. */
    private void look() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            all.filter(process -> !own.contains(process.pid())).forEach(process -> {
                Path folder = PROC.resolve(Long.toString(process.pid()));
                search(folder.resolve("cmdline"), "command line of");
                if (!process.info().user().orElse(ROOT).equals(ROOT)) {
                    search(folder.resolve("environ"), "environment of");
                }
            });
        }
    }

    private void search(Path file, String where) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            for (String what : foundIn(bytes)) {
                inProcesses.add(what + " in the " + where + ": " + Files.readString(file.resolveSibling("comm")));
            }
        } catch (IOException e) {
            // It has ended meanwhile.
        }
    }

    private Set<String> foundIn(byte[] bytes) {
        Set<String> found = new TreeSet<>();
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        secrets.forEach((what, forms) -> {
            if (forms.stream().anyMatch(form -> text.contains(new String(form, StandardCharsets.ISO_8859_1)))) {
                found.add(what);
            }
        });
        return found;
    }

    /** Where processes have shown a secret until now. */
    Set<String> inProcesses() {
        assertThat(looks.get()).as("looks at all processes").isGreaterThan(3);
        return new TreeSet<>(inProcesses);
    }

    /** The secrets that a text contains. */
    Set<String> in(String text) {
        return foundIn(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The files below a folder that contain a secret, and which.
     *
     * @param isMeantTo whether a file is there to keep a secret
     */
    Map<Path, Set<String>> inFiles(Path top, Predicate<Path> isMeantTo) throws IOException {
        return inFiles(List.of(top), isMeantTo);
    }

    /** The same of several folders, each of which may have no files. */
    Map<Path, Set<String>> inFiles(List<Path> tops, Predicate<Path> isMeantTo) throws IOException {
        Map<Path, Set<String>> found = new LinkedHashMap<>();
        int files = 0;
        for (Path top : tops) {
            files += inFiles(top, isMeantTo, found);
        }
        assertThat(files).as("files below %s", tops).isPositive();
        return found;
    }

    private int inFiles(Path top, Predicate<Path> isMeantTo, Map<Path, Set<String>> found) throws IOException {
        int[] files = new int[1];
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts) throws IOException {
                if (facts.isRegularFile() && !isMeantTo.test(file)) {
                    files[0]++;
                    search(file);
                }
                return FileVisitResult.CONTINUE;
            }

            private void search(Path file) throws IOException {
                try {
                    Set<String> here = foundIn(Files.readAllBytes(file));
                    if (!here.isEmpty()) {
                        found.put(file, here);
                    }
                } catch (NoSuchFileException e) {
                    // Whose it is goes on, and has removed it.
                }
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files[0];
    }

    @Override
    public void close() throws InterruptedException {
        watching.interrupt();
        watching.join();
    }
}
