package io.deskmeter.evidence;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Writes {@code index.html}, which lies beside the pictures it shows: no script, nothing from elsewhere. */
public final class EvidencePage {
    private static final String NONE = "–";

    private final Markup out = new Markup();
    private final String title;
    private final List<FilmStrip> strips;
    private final long leftOut;

    private EvidencePage(String title, List<FilmStrip> strips, long leftOut) {
        this.title = title;
        this.strips = strips;
        this.leftOut = leftOut;
    }

    /**
     * Writes the page.
     *
     * @param title of the run
     * @param strips in the order in which they are to stand
     * @param leftOut pictures that were wanted and are not kept, because a limit was reached
     * @param writer of UTF-8; stays open
     */
    public static void write(String title, List<FilmStrip> strips, long leftOut, Writer writer) throws IOException {
        writer.write(new EvidencePage(title, strips, leftOut).page());
    }

    private String page() throws IOException {
        out.open("html", "lang", "en").open("head");
        out.leaf("meta", "charset", "utf-8");
        out.leaf("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.leaf("meta", "name", "color-scheme", "content", "light dark");
        out.element("title", title + " · Deskmeter evidence").style(css());
        out.close().open("body");
        head();
        out.open("main");
        strips.forEach(this::strip);
        out.close();
        out.element(
                "footer",
                "Deskmeter · times are the arrival of frames, relative to the input;"
                        + " the true response lies between “last without” and “shown”");
        out.close().close();
        return out.toString();
    }

    private void head() {
        out.open("header").element("p", "Deskmeter evidence", "class", "eyebrow");
        out.element("h1", title);
        out.element("p", strips.isEmpty() ? "No pictures were kept." : count(strips.size()) + " kept.");
        if (leftOut > 0) {
            out.element(
                    "p",
                    leftOut + " more pictures were not kept, because a limit of memory, disk or number was reached.",
                    "class",
                    "gap",
                    "role",
                    "note");
        }
        if (strips.size() > 1) {
            out.open("nav", "aria-label", "Operations").open("ol");
            strips.forEach(strip -> out.open("li")
                    .element("a", heading(strip), "href", "#" + anchor(strip))
                    .text(" " + strip.why())
                    .close());
            out.close().close();
        }
        out.close();
    }

    private static String count(int strips) {
        return strips == 1 ? "Pictures of one operation are" : "Pictures of " + strips + " operations are";
    }

    private void strip(FilmStrip strip) {
        Timing timing = strip.timing();
        out.open("section", "id", anchor(strip), "aria-labelledby", anchor(strip) + "-title");
        out.open("h2", "id", anchor(strip) + "-title").text(heading(strip) + " ");
        out.element("span", strip.why(), "class", badge(strip)).close();
        if (!timing.detail().isEmpty()) {
            out.element("p", timing.detail(), "class", "diagnosis");
        }
        facts(strip);
        WorstSecond second = strip.second();
        if (second != null) {
            second(second);
        }
        GesturePath gesture = strip.gesture();
        if (gesture != null) {
            gesture(gesture);
        }
        if (!strip.files().isEmpty()) {
            filmStrip(strip);
        }
        frames(strip);
        out.close();
    }

    private static String badge(FilmStrip strip) {
        if (strip.timing().outcome() != Outcome.OK) {
            return "why failed";
        }
        return strip.why().equals(Outcome.OK.label()) ? "why fine" : "why";
    }

    private void facts(FilmStrip strip) {
        out.open("div", "class", "facts").open("dl");
        fact("Waited for", strip.condition());
        fact("Response", response(strip.timing()));
        if (!strip.places().isEmpty()) {
            fact("Looked at", String.join(", ", strip.places()));
        }
        fact("Fired", strip.timing().wallFiredAt().toString());
        out.close();
        instants(strip.timing());
        strip.landmarks().forEach(this::landmark);
        out.close();
    }

    private void second(WorstSecond second) {
        figures(second.figures());
        if (!second.sound().isEmpty()) {
            out.open("p").element("audio", "", "controls", "controls", "preload", "none", "src", second.sound());
            out.close();
            out.open("p", "class", "files").text("The sound around this second: ");
            out.element("a", second.sound(), "href", second.sound()).close();
        }
        if (!second.picture().isEmpty()) {
            picture(second.picture(), "what was heard and the sound of the clip, as waveforms and spectrograms");
        }
        second.missing().forEach(missing -> out.element("p", missing, "class", "gap"));
    }

    private void gesture(GesturePath gesture) {
        figures(gesture.figures());
        if (!gesture.picture().isEmpty()) {
            picture(
                    gesture.picture(),
                    "where the pointer was sent and where what it moves was seen, coloured by lag; below, the lag over time");
        }
    }

    private void figures(List<String> figures) {
        out.open("ul", "class", "figures");
        figures.forEach(figure -> out.element("li", figure));
        out.close();
    }

    private void picture(String file, String alt) {
        out.open("figure", "class", "film").open("a", "href", file);
        out.leaf("img", "src", file, "alt", alt, "loading", "lazy");
        out.close().close();
    }

    private void fact(String name, String value) {
        out.element("dt", name).element("dd", value);
    }

    private static String response(Timing timing) {
        if (timing.outcome() != Outcome.OK) {
            return "none: " + timing.outcome().label();
        }
        return millis(timing.responseNanos()) + ", at most " + millis(timing.resolutionNanos()) + " too long; lag "
                + millis(timing.lagNanos());
    }

    private void instants(Timing timing) {
        out.open("table").element("caption", "The four instants");
        instant("intendedAt", "the input was planned", timing.intendedAt(), timing.firedAt());
        instant("firedAt", "the input left", timing.firedAt(), timing.firedAt());
        instant("lastWithoutAt", "last known without", timing.lastWithoutAt(), timing.firedAt());
        instant("shownAt", "first frame with", timing.shownAt(), timing.firedAt());
        out.close();
    }

    private void instant(String name, String meaning, long at, long firedAt) {
        boolean known = at != Timing.NEVER && firedAt != Timing.NEVER;
        out.open("tr").element("th", name, "scope", "row").element("td", meaning);
        out.element("td", known ? signed(at - firedAt) : NONE, "class", "number")
                .close();
    }

    private void landmark(LandmarkImage landmark) {
        out.open("figure", "class", "landmark");
        if (landmark.png().length > 0) {
            out.leaf(
                    "img",
                    "alt",
                    "the landmark " + landmark.name(),
                    "src",
                    "data:image/png;base64," + Base64.getEncoder().encodeToString(landmark.png()));
        }
        out.element("figcaption", landmark.name()).close();
    }

    private void filmStrip(FilmStrip strip) {
        String file = strip.files().get(0);
        picture(file, "film strip: " + spoken(strip));
        if (strip.files().size() > 1) {
            out.open("p", "class", "files").text("In full size: ");
            for (String single : strip.files().subList(1, strip.files().size())) {
                out.element("a", single, "href", single).text(" ");
            }
            out.close();
        }
    }

    /** What one who cannot see the strip needs of it. */
    private static String spoken(FilmStrip strip) {
        return strip.shots().size() + " frames from "
                + (strip.shots().isEmpty() ? NONE : signed(strip.shots().get(0).sinceFiredNanos()))
                + " on; the table below names them";
    }

    private void frames(FilmStrip strip) {
        if (strip.shots().isEmpty()) {
            return;
        }
        out.details("Frames (" + strip.shots().size() + " shown, " + strip.leftOut() + " left out)", false, () -> {
            out.open("table").open("tr");
            List.of("Update", "After firing", "What", "Left out before it")
                    .forEach(head -> out.element("th", head, "scope", "col"));
            out.close();
            strip.shots().forEach(this::frame);
            out.close();
        });
    }

    private void frame(FilmStripFrame shot) {
        out.open("tr").element("td", Long.toString(shot.sequence()), "class", "number");
        out.element("td", signed(shot.sinceFiredNanos()), "class", "number");
        out.element("td", shot.moment().title());
        out.element("td", shot.leftOut() == 0 ? "" : Integer.toString(shot.leftOut()), "class", "number")
                .close();
    }

    private static String heading(FilmStrip strip) {
        Timing timing = strip.timing();
        WorstSecond second = strip.second();
        if (timing.sequence() == 0) {
            return timing.operation() + ", session " + timing.session();
        }
        return timing.workload() + " · " + timing.operation() + ", session " + timing.session() + ", no. "
                + timing.sequence() + (second == null ? "" : ", second " + second.number())
                + (strip.gesture() == null ? "" : ", path of the gesture");
    }

    private static String anchor(FilmStrip strip) {
        Timing timing = strip.timing();
        return "s" + timing.session() + "-" + timing.sequence() + (strip.second() == null ? "" : "-worst")
                + (strip.gesture() == null ? "" : "-gesture");
    }

    private static String signed(long nanos) {
        return String.format(Locale.ROOT, "%+.1f ms", nanos / 1e6);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    private static String css() throws IOException {
        try (InputStream in = EvidencePage.class.getResourceAsStream("evidence.css")) {
            return new String(Objects.requireNonNull(in, "evidence.css").readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
