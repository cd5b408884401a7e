package io.deskmeter.bench.pairs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts looks; each has two tries: the picture that is shown is looked for, and the other one. Not thread-safe. */
final class PairTally {
    private final List<String> undecided = new ArrayList<>();
    private int tries;
    private int decided;
    private int open;
    private int wrong;
    private int missed;

    /** @param name of the pair and the order, for {@link #undecided} */
    void add(String name, Look look) {
        tries += 2;
        switch (look.shown()) {
            case THERE -> decided++;
            case OPEN -> open++;
            case ABSENT -> missed++;
        }
        switch (look.other()) {
            case ABSENT -> decided++;
            case OPEN -> open++;
            case THERE -> wrong++;
        }
        if (look.shown() != Answer.THERE || look.other() != Answer.ABSENT) {
            undecided.add(name + ": shown " + look.shown() + ", other " + look.other());
        }
    }

    /** Columns of a row. */
    Map<String, @Nullable Object> figures() {
        Map<String, @Nullable Object> figures = new LinkedHashMap<>();
        figures.put("tries", tries);
        figures.put("decided", decided);
        figures.put("open", open);
        figures.put("wrong", wrong);
        figures.put("missed", missed);
        figures.put("decidedPercent", tries == 0 ? null : 100.0 * decided / tries);
        return figures;
    }

    /** A line for each look that is not decided, or wrong. */
    List<String> undecided() {
        return List.copyOf(undecided);
    }

    boolean isRight() {
        return wrong == 0 && missed == 0;
    }
}
