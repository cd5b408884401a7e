package io.deskmeter.workloads.make;

import static io.deskmeter.workloads.make.format.OpenDocument.points;

import io.deskmeter.workloads.make.format.OpenDocument;
import io.deskmeter.workloads.make.picture.Colours;
import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Photo;
import io.deskmeter.workloads.make.picture.Picture;
import io.deskmeter.workloads.make.picture.SavedSign;
import java.util.Map;
import java.util.Random;

/**
 * The presentation's document: twelve slides of 1280 x 800 pixels. A slide show fills a desktop of that size pixel by
 * pixel; the editor opens the slides at half the size.
 *
 * <p>Every slide has two landmarks: one that has its true size in the editor, and another that has it in the slide
 * show. So what is looked for in the show cannot be found in the editor, whatever the scale of the display.
 *
 * <p>Every slide has a dark box for notes that grows by a line when the user ends a line, and a landmark beside it. It
 * is the first shape of the slide, where the first press of the Tab key selects it.
 */
final class Deck {
    private static final String ID = "office/impress";
    private static final int SLIDES = 12;
    /** Slides with landmarks for the editor: opened, modified, and those behind which one is appended. */
    private static final int EDITED = 7;
    /** Slides with landmarks for the show, from the first; the last of them is before the first appended one. */
    private static final int SHOWN = 6;
    /** What is beside a landmark may be painted over its edge. */
    private static final int MARGIN = 4;

    private static final int VISIBLE_HEIGHT = 35208;
    private static final int CHART_WIDTH = 400;
    private static final int CHART_HEIGHT = 240;
    private static final int BARS = 20;
    /** Every third slide has a photograph, shown at a third of its size. */
    private static final int PHOTO_EACH = 3;

    private static final int PHOTO_WIDTH = 1920;
    private static final int PHOTO_HEIGHT = 480;

    private static final String[] HEADINGS = {
        "The harbour's year", "Boats and berths", "Works on the quays", "Income and costs", "Visitors", "The market",
        "Noise at night", "New depths", "The sailing school", "Insurance", "Proposals", "Outlook"
    };

    private final OpenDocument document = new OpenDocument("application/vnd.oasis.opendocument.presentation");
    private final Prose prose = new Prose(2027);
    private final StringBuilder body = new StringBuilder();

    private Deck() {}

    static Map<String, byte[]> files() {
        WorkloadFiles files = new WorkloadFiles(ID);
        files.content("council.odp", make());
        files.landmark("logo", logo().inset(MARGIN));
        for (int number = 1; number <= EDITED; number++) {
            files.landmark("slide-" + number, slide(number).inset(MARGIN));
        }
        for (int number = 1; number <= SHOWN; number++) {
            files.landmark("show-" + number, shown(number).inset(MARGIN));
        }
        files.landmark("saved", SavedSign.picture());
        return files.all();
    }

    /** In the middle of a slide, from 1, as the editor shows it. */
    private static Picture slide(int number) {
        return DrawnLandmark.of(200 + number);
    }

    /** At the bottom right of a slide, as the slide show shows it. */
    private static Picture shown(int number) {
        return DrawnLandmark.of(220 + number);
    }

    /** On the master slide, hence on every slide, appended ones too; as the editor shows it. */
    private static Picture logo() {
        return DrawnLandmark.of(200);
    }

    private static byte[] make() {
        Deck deck = new Deck();
        for (int number = 1; number <= SLIDES; number++) {
            deck.add(number);
        }
        deck.document.xml(
                "content.xml",
                "document-content",
                "<office:automatic-styles>\n" + STYLES
                        + "</office:automatic-styles><office:body><office:presentation>\n" + deck.body
                        + "</office:presentation></office:body>");
        deck.document.xml("styles.xml", "document-styles", deck.styles());
        deck.document.xml("settings.xml", "document-settings", HalfSize.settings(VISIBLE_HEIGHT));
        return deck.document.bytes();
    }

    private void add(int number) {
        body.append("<draw:page draw:name=\"Slide ").append(number);
        body.append("\" draw:style-name=\"Page\" draw:master-page-name=\"Harbour\">\n");
        text("Note", 820, 420, 380, 56, "Note", "Notes:");
        text("Plain", 80, 48, 1120, 72, "Title", number + ". " + HEADINGS[number - 1]);
        text(
                "Plain",
                80,
                150,
                680,
                240,
                "Point",
                prose.paragraph(1),
                prose.paragraph(1),
                prose.paragraph(1),
                prose.paragraph(1));
        image("chart-" + number, chart(number), 800, 150);
        image("slide-" + number, slide(number).enlarged(2, 1), 504, 420);
        image("show-" + number, shown(number), 1064, 640);
        if (number % PHOTO_EACH == 0) {
            byte[] photo = Photo.of(200 + number, PHOTO_WIDTH, PHOTO_HEIGHT).jpeg();
            image(body, document.photo("photo-" + number, photo), 384, 604, PHOTO_WIDTH / 3, PHOTO_HEIGHT / 3);
        }
        body.append("</draw:page>\n");
    }

    private void text(String shape, int x, int y, int width, int height, String style, String... paragraphs) {
        body.append("<draw:frame draw:style-name=\"").append(shape).append('"');
        place(body, x, y, width, height);
        body.append("><draw:text-box>");
        for (String paragraph : paragraphs) {
            body.append("<text:p text:style-name=\"").append(style).append("\">");
            body.append(paragraph).append("</text:p>");
        }
        body.append("</draw:text-box></draw:frame>\n");
    }

    private void image(String name, Picture picture, int x, int y) {
        image(body, document.indexedPicture(name, picture), x, y, picture.width(), picture.height());
    }

    private static void image(StringBuilder to, String path, int x, int y, int width, int height) {
        to.append("<draw:frame draw:style-name=\"Plain\"");
        place(to, x, y, width, height);
        to.append("><draw:image xlink:href=\"").append(path);
        to.append("\" xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"/></draw:frame>\n");
    }

    private static void place(StringBuilder to, int x, int y, int width, int height) {
        to.append(" svg:x=\"").append(points(x)).append("\" svg:y=\"").append(points(y));
        to.append("\" svg:width=\"").append(points(width));
        to.append("\" svg:height=\"").append(points(height)).append('"');
    }

    private static Picture chart(int number) {
        Random random = new Random(number * 41L);
        Picture chart = Picture.blank(CHART_WIDTH, CHART_HEIGHT, 0xf4f6f8);
        for (int bar = 0; bar < BARS; bar++) {
            int height = 20 + random.nextInt(CHART_HEIGHT - 40);
            int colour = Colours.hsb(0.08f * number + 0.01f * bar, 0.5f, 0.75f);
            chart.fill(8 + bar * 19, CHART_HEIGHT - 8 - height, 14, height, colour);
        }
        chart.fill(4, CHART_HEIGHT - 8, CHART_WIDTH - 8, 1, 0x404040);
        return chart;
    }

    private String styles() {
        StringBuilder master = new StringBuilder();
        image(master, document.indexedPicture("logo", logo().enlarged(2, 1)), 80, 620, 272, 144);
        return HalfSize.styles(STYLES, master.toString());
    }

    private static String paragraph(String name, int line, String text) {
        return "<style:style style:name=\"" + name + "\" style:family=\"paragraph\"><style:paragraph-properties"
                + " fo:margin-top=\"0pt\" fo:margin-bottom=\"0pt\" fo:line-height=\"" + points(line)
                + "\"/><style:text-properties fo:font-family=\"'Liberation Sans'\" fo:language=\"en\""
                + " fo:country=\"US\" " + text + "/></style:style>\n";
    }

    private static final String STYLES = """
            <style:style style:name="Page" style:family="drawing-page"><style:drawing-page-properties \
            draw:fill="solid" draw:fill-color="#ffffff"/></style:style>
            <style:style style:name="Plain" style:family="graphic"><style:graphic-properties draw:stroke="none" \
            draw:fill="none" fo:padding="0pt" draw:auto-grow-height="false"/></style:style>
            <style:style style:name="Note" style:family="graphic"><style:graphic-properties draw:stroke="none" \
            draw:fill="solid" draw:fill-color="#1f3b73" fo:padding="6pt" draw:auto-grow-height="true" \
            draw:auto-grow-width="false" fo:min-height="30pt" draw:textarea-vertical-align="top"/></style:style>
            """
            + paragraph("Title", 60, "fo:font-size=\"32pt\" fo:font-weight=\"bold\"")
            + paragraph("Point", 28, "fo:font-size=\"15pt\"")
            + paragraph("Note", 40, "fo:font-size=\"18pt\" fo:color=\"#ffffff\"");
}
