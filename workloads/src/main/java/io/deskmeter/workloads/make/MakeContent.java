package io.deskmeter.workloads.make;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes the made files of the built-in workloads below a folder, by default the current one. */
public final class MakeContent {
    /** A caret before a picture is two pixels wide and stands on it. */
    private static final int MARGIN = 4;
    /** Grid lines and the line below a frozen head. */
    private static final int GRID = 2;

    /** The screens of the report that the workload browses, each with a landmark. */
    private static final int REPORT_SCREENS = 4;

    private MakeContent() {}

    /**
     * Writes all files.
     *
     * @param args the workload root, nothing for the current folder
     */
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args.length > 0 ? args[0] : ".");
        for (Map.Entry<String, byte[]> file : files().entrySet()) {
            Path path = root.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling("."));
            Files.write(path, file.getValue());
        }
    }

    /** All made files by their path below the workload root. */
    static Map<String, byte[]> files() {
        Map<String, byte[]> files = new TreeMap<>();
        writer(files);
        calc(files);
        impress(files);
        return files;
    }

    private static void writer(Map<String, byte[]> files) {
        String id = "office/writer";
        files.put(id + "/content/report.odt", Report.make());
        landmark(files, id, "title", Report.title().inset(MARGIN));
        for (int n = 1; n <= REPORT_SCREENS; n++) {
            landmark(files, id, "passed-" + n, Report.passed(n).inset(MARGIN));
        }
        landmark(files, id, "saved", SavedSign.picture());
    }

    private static void calc(Map<String, byte[]> files) {
        String id = "office/calc";
        files.put(id + "/content/orders.ods", Sales.make());
        landmark(files, id, "title", Sales.title().inset(MARGIN));
        for (int n = 0; n <= Sales.PASSED; n++) {
            landmark(files, id, "passed-" + n, Sales.passed(n).inset(MARGIN));
        }
        for (int n = 1; n <= Sales.FACTORS; n++) {
            landmark(files, id, "result-" + n, Sales.result(n).picture().inset(GRID));
        }
        landmark(files, id, "ascending", Sales.ascending().picture().inset(GRID));
        landmark(files, id, "descending", Sales.descending().picture().inset(GRID));
        landmark(files, id, "saved", SavedSign.picture());
    }

    private static void impress(Map<String, byte[]> files) {
        String id = "office/impress";
        files.put(id + "/content/council.odp", Deck.make());
        landmark(files, id, "logo", Deck.logo().inset(MARGIN));
        landmark(files, id, "title", Deck.slide(1).inset(MARGIN));
        for (int n = 1; n <= Deck.APPENDED; n++) {
            landmark(files, id, "append-" + n, Deck.slide(1 + n).inset(MARGIN));
        }
        for (int n = 1; n <= Deck.MODIFIED; n++) {
            landmark(files, id, "modify-" + n, Deck.slide(1 + Deck.APPENDED + n).inset(MARGIN));
        }
        for (int n = 0; n <= Deck.SHOWN; n++) {
            landmark(files, id, "show-" + n, Deck.shown(Deck.FIRST_SHOWN + n).inset(2 * MARGIN));
        }
        landmark(files, id, "last", Deck.slide(Deck.FIRST_SHOWN + Deck.SHOWN).inset(MARGIN));
        landmark(files, id, "saved", SavedSign.picture());
    }

    private static void landmark(Map<String, byte[]> files, String id, String name, Picture picture) {
        files.put(id + "/landmarks/" + name + ".png", picture.png());
    }
}
