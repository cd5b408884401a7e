package io.deskmeter.workload.yaml.document;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.InvalidDocumentException.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.error.Mark;

/** Collects what is wrong with one document. Confined to the thread that reads it. */
public final class Problems {
    /** More than an author reads at once. */
    private static final int SHOWN = 100;

    private final String file;

    /** A set, because the occurrences of an operation find the same problem once each. */
    private final Set<Problem> found = new LinkedHashSet<>();

    public Problems(String file) {
        this.file = file;
    }

    String file() {
        return file;
    }

    public int count() {
        return found.size();
    }

    void add(Mark mark, String path, String message) {
        addAt(mark.getLine() + 1, mark.getColumn() + 1, path, message);
    }

    /** Lines and columns from 1. */
    public void addAt(int line, int column, String path, String message) {
        found.add(new Problem(file, line, column, path, message));
    }

    /** Takes over what was found in another document that this one refers to. */
    public void addAll(List<Problem> others) {
        found.addAll(others);
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
                last.file(), last.line(), last.column(), "", (ordered.size() - SHOWN) + " more problems from here on"));
        return shown;
    }
}
