package io.deskmeter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Markdown file of this repository.
 *
 * @param file its path
 * @param text all of it
 */
record Document(Path file, String text) {
    /** The top of the repository; Maven runs tests in their module's folder. */
    static final Path HOME =
            Path.of("").toAbsolutePath().getParent().getParent().getParent();

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern FENCE =
            Pattern.compile("(?m)^(<!--[^\\n]*-->\\n)?```(\\w*)\\n(.*?)^```$", Pattern.DOTALL);
    private static final Pattern INLINE = Pattern.compile("`(\\./deskmeter [^`]+)`");
    private static final Pattern COMMAND = Pattern.compile("(?:\\./|\\$PWD/)deskmeter\\b([^|\\n#\"`]*)");

    /** All documents, in the order of their paths. */
    static List<Document> all() throws IOException {
        List<Document> all = new ArrayList<>();
        try (Stream<Path> docs = Files.walk(HOME.resolve("docs"))) {
            for (Path file :
                    docs.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
                all.add(read(file));
            }
        }
        try (Stream<Path> top = Files.list(HOME)) {
            for (Path file :
                    top.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
                all.add(read(file));
            }
        }
        return all;
    }

    static Document read(Path file) throws IOException {
        return new Document(file, Files.readString(file));
    }

    String name() {
        return HOME.relativize(file).toString();
    }

    /** Targets of links and images, without those on the web. */
    List<String> links() {
        return LINK.matcher(FENCE.matcher(text).replaceAll(""))
                .results()
                .map(found -> found.group(1))
                .filter(target -> !target.startsWith("http"))
                .toList();
    }

    /** What links can lead to in this document, as GitHub names it. */
    Set<String> anchors() {
        Set<String> anchors = new TreeSet<>();
        Map<String, Integer> seen = new HashMap<>();
        FENCE.matcher(text)
                .replaceAll("")
                .lines()
                .filter(line -> line.matches("#+ .*"))
                .forEach(line -> {
                    String anchor = line.replaceFirst("#+ ", "")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-');
                    int times = seen.merge(anchor, 1, Integer::sum);
                    anchors.add(times == 1 ? anchor : anchor + "-" + (times - 1));
                });
        return anchors;
    }

    /** Blocks of shell commands that start {@code ./deskmeter}. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        Matcher fence = FENCE.matcher(text);
        while (fence.find()) {
            if (fence.group(2).equals("sh") && !commands(fence.group(3)).isEmpty()) {
                blocks.add(new Block(name(), fence.group(1), fence.group(3)));
            }
        }
        return blocks;
    }

    /** Commands within sentences and tables. */
    List<String> inline() {
        return INLINE.matcher(FENCE.matcher(text).replaceAll(""))
                .results()
                .flatMap(found -> commands(found.group(1)).stream())
                .toList();
    }

    /** The arguments of every {@code ./deskmeter} in it. */
    private static List<String> commands(String text) {
        return COMMAND.matcher(text)
                .results()
                .map(found -> found.group(1).replaceAll("&&.*", "").strip())
                .toList();
    }

    /**
     * Shell commands.
     *
     * @param document where they are
     * @param comment the line above, null if it is no comment
     * @param text the commands
     */
    record Block(String document, @Nullable String comment, String text) {
        private static final Pattern RUN = Pattern.compile("<!-- run by a test: (\\w+(?:, \\w+)*) -->\\n");
        private static final Pattern NOT_RUN = Pattern.compile("<!-- not run by a test: \\S.{9,} -->\\n");

        /** Names of the classes that run it; empty if there is a reason for none; null without a comment. */
        @Nullable
        List<String> tests() {
            if (comment == null) {
                return null;
            }
            Matcher run = RUN.matcher(comment);
            if (run.matches()) {
                return List.of(run.group(1).split(", ", -1));
            }
            return NOT_RUN.matcher(comment).matches() ? List.of() : null;
        }

        /** The arguments of every {@code ./deskmeter} in it. */
        List<String> commands() {
            return Document.commands(text);
        }

        @Override
        public String toString() {
            return document + ":\n" + text;
        }
    }
}
