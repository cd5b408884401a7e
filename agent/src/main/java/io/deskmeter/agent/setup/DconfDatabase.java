package io.deskmeter.agent.setup;

import io.deskmeter.agent.setup.PlaceValue.Absent;
import io.deskmeter.agent.setup.PlaceValue.Content;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.workload.Optimisation.DconfDefault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;

/**
 * The system database of dconf, which has an administrator's defaults: a profile names it, a folder of texts is its source, and programs read the
 * file that is compiled of them. All three are written as files, so that the journal has what was there before: {@code dconf update} would not tell.
 */
final class DconfDatabase {
    private static final String PROFILE = "/etc/dconf/profile/user";
    private static final String FOLDER = "/etc/dconf/db/";
    private static final String SYSTEM = "system-db:";
    private static final String USUAL = "local";
    private static final String USUAL_PROFILE = "user-db:user\n" + SYSTEM + USUAL + "\n";
    /** Behind those of others: where two texts have a key, dconf takes the later one. */
    private static final String TEXT = "zz-deskmeter";

    private static final String LOCKS = "locks";
    private static final int WITHIN_SECONDS = 20;

    private final Places places;

    DconfDatabase(Places places) {
        this.places = places;
    }

    /** A file that is wanted. */
    record Wanted(String path, Content content) {}

    /** Whether there is the program that compiles it. */
    static boolean isInstalled() {
        try {
            new SearchPath(System.getenv().getOrDefault("PATH", "")).find("dconf");
            return true;
        } catch (ProgramException e) {
            return false;
        }
    }

    /**
     * What is there and decides, though it is not this program's.
     *
     * @param isKnown whether the journal has the value that a path has: this program gave it, or found it and was killed before it gave another
     */
    Optional<String> overruled(DconfDefault wanted, BiPredicate<String, PlaceValue> isKnown) throws IOException {
        Optional<String> name = name();
        if (name.isEmpty()) {
            return Optional.of("by " + PROFILE + ", which names no " + SYSTEM);
        }
        String database = FOLDER + name.get();
        PlaceValue now = read(database);
        boolean compiled = now instanceof Content content
                && Arrays.equals(content.bytes(), compiled(name.get(), Optional.empty()));
        if (!(now instanceof Absent) && !isKnown.test(database, now) && !compiled) {
            return Optional.of("by " + database + ", which was not compiled of " + source(name.get())
                    + " (hint: `dconf update` compiles it)");
        }
        for (Path other : texts(name.get())) {
            if (!other.endsWith(TEXT)
                    && GroupFile.has(Files.readString(other, StandardCharsets.UTF_8), wanted.path(), wanted.key())) {
                return Optional.of(
                        "by " + source(name.get()) + "/" + other.getFileName() + ", which has " + wanted.key());
            }
        }
        return Optional.empty();
    }

    /**
     * The files that are wanted, in the order in which they are written: the compiled one last.
     *
     * @throws IOException if it cannot be compiled; the message is for display
     */
    List<Wanted> wanted(DconfDefault wanted) throws IOException {
        String name = name().orElseThrow(() -> new IOException(PROFILE + ": names no " + SYSTEM));
        List<Wanted> files = new ArrayList<>();
        if (read(PROFILE) instanceof Absent) {
            files.add(new Wanted(PROFILE, content(new Absent(), USUAL_PROFILE.getBytes(StandardCharsets.UTF_8))));
        }
        String path = source(name) + "/" + TEXT;
        PlaceValue before = read(path);
        String text = GroupFile.with(
                before instanceof Content content ? content.text() : "", wanted.path(), wanted.key(), wanted.value());
        files.add(new Wanted(path, content(before, text.getBytes(StandardCharsets.UTF_8))));
        String database = FOLDER + name;
        files.add(new Wanted(database, content(read(database), compiled(name, Optional.of(text)))));
        return files;
    }

    private PlaceValue read(String path) throws IOException {
        return places.read(places.resolve(path));
    }

    /** A file that is there keeps its owner and permissions. */
    private Content content(PlaceValue before, byte[] bytes) throws IOException {
        return new Content(before instanceof Content there ? there.access() : places.created(false), bytes);
    }

    /** Of the database that the profile names first; without a profile the usual one. */
    private Optional<String> name() throws IOException {
        PlaceValue profile = read(PROFILE);
        if (profile instanceof Absent) {
            return Optional.of(USUAL);
        }
        return profile instanceof Content content
                ? content.text()
                        .lines()
                        .map(String::strip)
                        .filter(line -> line.matches(SYSTEM + "[A-Za-z0-9_-]+"))
                        .map(line -> line.substring(SYSTEM.length()))
                        .findFirst()
                : Optional.empty();
    }

    private static String source(String name) {
        return FOLDER + name + ".d";
    }

    private List<Path> texts(String name) throws IOException {
        return files(source(name));
    }

    /** Those of a folder that dconf reads. */
    private List<Path> files(String path) throws IOException {
        Path folder = places.resolve(path);
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> all =
                    Files.newDirectoryStream(folder, file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))) {
                all.forEach(files::add);
            }
            files.removeIf(file -> file.getFileName().toString().startsWith("."));
        }
        return files;
    }

    /** Of the texts of others, and this one. Equal texts give equal bytes, and a folder for locks counts. */
    private byte[] compiled(String name, Optional<String> text) throws IOException {
        Path work = Files.createTempDirectory("deskmeter-dconf");
        try {
            Path source = Files.createDirectory(work.resolve("db.d"));
            copy(texts(name), source);
            String locks = source(name) + "/" + LOCKS;
            if (places.exists(locks)) {
                copy(files(locks), Files.createDirectory(source.resolve(LOCKS)));
            }
            Files.deleteIfExists(source.resolve(TEXT));
            if (text.isPresent()) {
                Files.writeString(source.resolve(TEXT), text.get());
            }
            Path compiled = work.resolve("db");
            compile(source, compiled, work.resolve("said.txt"));
            return Files.readAllBytes(compiled);
        } finally {
            remove(work);
        }
    }

    private static void copy(List<Path> files, Path to) throws IOException {
        for (Path file : files) {
            Files.copy(file, to.resolve(file.getFileName().toString()));
        }
    }

    private static void compile(Path source, Path to, Path said) throws IOException {
        Process process = new ProcessBuilder("dconf", "compile", to.toString(), source.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("dconf compile: no answer within " + WITHIN_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("dconf compile: interrupted", e);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IOException("dconf compile: exit code " + process.exitValue() + ": "
                    + Files.readString(said, StandardCharsets.UTF_8).strip());
        }
    }

    private static void remove(Path folder) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path one : all) {
                if (Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)) {
                    remove(one);
                } else {
                    Files.delete(one);
                }
            }
        }
        Files.delete(folder);
    }
}
