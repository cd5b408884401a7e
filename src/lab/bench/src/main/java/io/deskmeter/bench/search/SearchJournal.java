package io.deskmeter.bench.search;

import io.deskmeter.bench.search.SearchBench.Case;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file of the platforms that a benchmark has searched, a line of JSON for each, so that an interrupted benchmark goes
 * on where it was. Thread-safe.
 */
final class SearchJournal {
    /** Keeps nothing. */
    static final SearchJournal NONE = new SearchJournal(null);

    private static final JsonMapper JSON = JsonMapper.shared();

    private final @Nullable Path file;
    private final Map<Key, Case> known = new HashMap<>();

    /** Equal seeds draw different platforms with a limit and without. */
    private record Key(boolean limited, long seed) {}

    /** A line of the file. */
    private record Line(boolean limited, long seed, int knee, Map<Strategy, SearchResult> found) {}

    private SearchJournal(@Nullable Path file) {
        this.file = file;
    }

    /**
     * Reads a file, which need not exist yet. The end of a line that a killed benchmark did not complete is removed.
     *
     * @throws IOException where a line is none of this benchmark
     */
    static SearchJournal open(Path file) throws IOException {
        SearchJournal journal = new SearchJournal(file);
        if (!Files.exists(file)) {
            return journal;
        }
        String text = Files.readString(file);
        int end = text.lastIndexOf('\n') + 1;
        List<String> lines = text.substring(0, end).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            try {
                Line line = JSON.readValue(lines.get(i), Line.class);
                journal.merge(line.limited(), new Case(line.seed(), line.knee(), line.found()));
            } catch (JacksonException e) {
                throw new IOException(
                        "--resume: " + file + ":" + (i + 1)
                                + ": not a line of this benchmark (expected: a file that an earlier --resume wrote): "
                                + e.getOriginalMessage(),
                        e);
            }
        }
        if (end < text.length()) {
            Files.writeString(file, text.substring(0, end), StandardCharsets.UTF_8);
        }
        return journal;
    }

    private void merge(boolean limited, Case found) {
        known.merge(new Key(limited, found.seed()), found, (before, after) -> {
            Map<Strategy, SearchResult> both = new EnumMap<>(Strategy.class);
            both.putAll(before.found());
            both.putAll(after.found());
            return new Case(after.seed(), after.knee(), both);
        });
    }

    /** What is known of a platform, with these strategies only; empty where one of them is missing. */
    synchronized Optional<Case> find(boolean limited, long seed, List<Strategy> strategies) {
        Case found = known.get(new Key(limited, seed));
        if (found == null) {
            return Optional.empty();
        }
        boolean passedOver = found.knee() == 0 || found.found().isEmpty();
        if (passedOver) {
            return Optional.of(found);
        }
        if (!found.found().keySet().containsAll(strategies)) {
            return Optional.empty();
        }
        Map<Strategy, SearchResult> wanted = new EnumMap<>(Strategy.class);
        strategies.forEach(strategy -> wanted.put(strategy, found.found().get(strategy)));
        return Optional.of(new Case(seed, found.knee(), wanted));
    }

    /** Keeps what was found. */
    synchronized void add(boolean limited, Case found) {
        if (file == null) {
            return;
        }
        merge(limited, found);
        String line =
                JSON.writeValueAsString(new Line(limited, found.seed(), found.knee(), new HashMap<>(found.found())));
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "--resume: " + file + ": " + e + " (expected: a file that can be written)", e);
        }
    }
}
