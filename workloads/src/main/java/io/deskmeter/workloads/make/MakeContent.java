package io.deskmeter.workloads.make;

import io.deskmeter.workloads.make.picture.ProbeSign;
import io.deskmeter.workloads.make.picture.SavedSign;
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
        files.put("office/writer/content/report.odt", Report.make());
        files.put(landmark("writer", "title"), Report.title().inset(MARGIN).png());
        for (int n = 1; n <= REPORT_SCREENS; n++) {
            files.put(
                    landmark("writer", "passed-" + n),
                    Report.passed(n).inset(MARGIN).png());
        }
        files.put("office/calc/content/orders.ods", Sales.make());
        files.put(landmark("calc", "title"), Sales.title().inset(MARGIN).png());
        for (int n = 0; n <= Sales.PASSED; n++) {
            files.put(
                    landmark("calc", "passed-" + n),
                    Sales.passed(n).inset(MARGIN).png());
        }
        for (int n = 1; n <= Sales.FACTORS; n++) {
            files.put(
                    landmark("calc", "result-" + n),
                    Sales.result(n).picture().inset(GRID).png());
        }
        files.put(
                landmark("calc", "ascending"),
                Sales.ascending().picture().inset(GRID).png());
        files.put(
                landmark("calc", "descending"),
                Sales.descending().picture().inset(GRID).png());
        WebContent.addTo(files);
        files.put("video/play/landmarks/start.png", Clip.start().inset(MARGIN).png());
        files.put("video/play/landmarks/end.png", Clip.end().inset(MARGIN).png());
        files.put(
                "av/sync/landmarks/start.png",
                SyncClip.start().inset(SyncClip.MARGIN).png());
        files.put(
                "av/sync/landmarks/mark.png",
                SyncClip.mark().inset(SyncClip.MARGIN).png());
        files.put("ue/drag/landmarks/object.png", ProbeSign.picture().png());
        files.put("ue/drag-over-video/landmarks/object.png", ProbeSign.picture().png());
        files.put("ue/scroll/landmarks/sign.png", ProbeSign.picture().png());
        ScrollPage.addTo(files);
        files.putAll(MailFolder.files(MARGIN));
        for (String workload : new String[] {"writer", "calc"}) {
            files.put(landmark(workload, "saved"), SavedSign.picture().png());
        }
        files.putAll(Deck.files());
        files.putAll(Drawing.files());
        files.putAll(Survey.files());
        return files;
    }

    private static String landmark(String workload, String name) {
        return "office/" + workload + "/landmarks/" + name + ".png";
    }
}
