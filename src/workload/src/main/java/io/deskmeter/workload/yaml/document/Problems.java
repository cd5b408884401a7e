package io.deskmeter.workload.yaml.document;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.InvalidDocumentException.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;

/** Collects what is wrong with one document. Confined to the thread that reads it. */
public final class Problems {
    /** More than an author reads at once. */
    private static final int SHOWN = 100;

    /** More are counted only: whoever writes a document must not decide how much memory its messages take. */
    private static final int MOST_KEPT = 1_000;

    /** The name of an option, without dashes; all else may be a value in a wrong place. */
    private static final Pattern OPTION = Pattern.compile("[a-z]{1,20}(-[a-z]{1,20}){0,5}");

    /** What messages show of the text of the document. */
    private enum Shown {
        ALL,
        KEYS,
        NOTHING
    }

    private final String file;
    private final Shown shown;

    /** A set, because the occurrences of an operation find the same problem once each. */
    private final Set<Problem> found = new LinkedHashSet<>();

    private int others;

    public Problems(String file) {
        this(file, Shown.ALL);
    }

    private Problems(String file, Shown shown) {
        this.file = file;
        this.shown = shown;
    }

    /** Of a document that has passwords: one that stands in a wrong place is not shown. */
    public static Problems ofSecrets(String file) {
        return new Problems(file, Shown.NOTHING);
    }

    /**
     * The same of one whose keys are words of a command line, so that a wrong one is shown; not one that may have a
     * value in it, as {@code join=TOKEN}.
     */
    public static Problems ofSecretValues(String file) {
        return new Problems(file, Shown.KEYS);
    }

    boolean areOfSecrets() {
        return shown != Shown.ALL;
    }

    /** Whether messages may show a key that is none of the known ones. */
    boolean mayShow(String key) {
        return shown == Shown.ALL || (shown == Shown.KEYS && OPTION.matcher(key).matches());
    }

    String file() {
        return file;
    }

    public int count() {
        return found.size() + others;
    }

    /** Whether further ones are counted only, so that nobody reads what they say. */
    public boolean isFull() {
        return found.size() >= MOST_KEPT;
    }

    void add(Mark mark, String path, String message) {
        addAt(mark.getLine() + 1, mark.getColumn() + 1, path, message);
    }

    /** Lines and columns from 1. */
    public void addAt(int line, int column, String path, String message) {
        add(new Problem(file, line, column, path, message));
    }

    private void add(Problem problem) {
        if (!isFull()) {
            found.add(problem);
        } else if (!found.contains(problem)) {
            others++;
        }
    }

    /** Takes over what was found in another document that this one refers to. */
    public void addAll(List<Problem> ofOther) {
        ofOther.forEach(this::add);
    }

    public void throwIfAny() throws InvalidDocumentException {
        if (!found.isEmpty()) {
            throw new InvalidDocumentException(inOrder());
        }
    }

    private List<Problem> inOrder() {
        List<Problem> ordered = new ArrayList<>(found);
        ordered.sort(Comparator.comparing(Problem::file)
                .thenComparingInt(Problem::line)
                .thenComparingInt(Problem::column));
        if (ordered.size() <= SHOWN) {
            return ordered;
        }
        Problem last = ordered.get(SHOWN);
        List<Problem> shown = new ArrayList<>(ordered.subList(0, SHOWN));
        shown.add(new Problem(
                last.file(),
                last.line(),
                last.column(),
                "",
                (ordered.size() - SHOWN + others) + " more problems from here on"));
        return shown;
    }
}
