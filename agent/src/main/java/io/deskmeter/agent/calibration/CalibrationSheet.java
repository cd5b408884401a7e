package io.deskmeter.agent.calibration;

import io.deskmeter.evidence.Markup;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.targets.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;

/** A page that shows each captured picture beside the shipped one; it opens offline. */
public final class CalibrationSheet {
    private static final String STYLE = "body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; }"
            + " table { border-collapse: collapse; } th, td { text-align: left; padding: .5rem 1rem;"
            + " border-bottom: 1px solid #bbb; vertical-align: top; }"
            + " img { image-rendering: pixelated; min-width: 48px; outline: 1px solid #bbb; }\n";

    private CalibrationSheet() {}

    /**
     * The page.
     *
     * @throws IOException if a landmark of a workload cannot be read
     */
    public static String page(
            Calibration calibration, List<Workload> workloads, List<Capture> captures, List<String> missed)
            throws IOException {
        Markup out = new Markup();
        out.open("html", "lang", "en").open("head");
        out.leaf("meta", "charset", "utf-8");
        out.element("title", "Calibration " + calibration.name());
        out.style(STYLE);
        out.close().open("body");
        out.element("h1", "Calibration " + calibration.name());
        out.element("p", calibration.date() + " · " + calibration.display() + " · SHA-256 " + calibration.checksum());
        out.open("table").open("tr");
        for (String head : List.of("landmark", "shipped", "captured", "where", "might have been it instead")) {
            out.element("th", head);
        }
        out.close();
        for (Capture capture : captures) {
            row(out, capture, shipped(workloads, capture.picture()));
        }
        out.close();
        if (!missed.isEmpty()) {
            out.element("h2", "Not captured").open("ul");
            missed.forEach(line -> out.element("li", line));
            out.close();
        }
        out.close().close();
        return out.toString();
    }

    private static void row(Markup out, Capture capture, String shipped) {
        out.open("tr");
        out.element(
                "td", capture.picture().landmark() + " of " + capture.picture().workload());
        out.open("td").leaf("img", "src", shipped, "alt", "shipped").close();
        out.open("td")
                .leaf("img", "src", "data:image/png;base64," + capture.picture().png(), "alt", "captured")
                .close();
        out.element("td", capture.words());
        out.element(
                "td",
                capture.others().isEmpty()
                        ? "nothing"
                        : String.join(
                                ", ",
                                capture.others().stream().map(Place::words).toList()));
        out.close();
    }

    private static String shipped(List<Workload> workloads, Calibration.Picture picture) throws IOException {
        for (Workload workload : workloads) {
            if (workload.id().equals(picture.workload())) {
                byte[] png = Files.readAllBytes(workload.folder().resolve(picture.landmark()));
                return "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
            }
        }
        throw new IllegalArgumentException("workload: " + picture.workload() + " (expected: one that was worked)");
    }
}
