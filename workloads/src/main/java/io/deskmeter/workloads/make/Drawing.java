package io.deskmeter.workloads.make;

import static io.deskmeter.workloads.make.format.OpenDocument.points;

import io.deskmeter.workloads.make.format.OpenDocument;
import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Picture;
import io.deskmeter.workloads.make.picture.SavedSign;
import java.util.Map;
import java.util.Random;

/**
 * The drawing program's document: a plan of the harbour of some hundred lines and numbered rectangles, and pictures
 * that can be moved. Each of them covers a landmark, which shows when the picture has been moved. The program opens it
 * at half the size; one landmark has its true size at 75 %.
 */
final class Drawing {
    private static final String ID = "office/draw";
    private static final int MOVED = 3;
    /** What is beside a landmark may be painted over its edge. */
    private static final int MARGIN = 4;

    private static final int VISIBLE_HEIGHT = 34475;
    private static final int LINES = 160;
    private static final int CORNERS = 24;
    private static final int BUILDINGS = 120;
    private static final int STEP = 24;

    private final OpenDocument document = new OpenDocument("application/vnd.oasis.opendocument.graphics");
    private final StringBuilder body = new StringBuilder();
    private final Random random = new Random(2028);

    private Drawing() {}

    static Map<String, byte[]> files() {
        WorkloadFiles files = new WorkloadFiles(ID);
        files.content("plan.odg", make());
        files.landmark("title", title().inset(MARGIN));
        files.landmark("enlarged", enlarged().inset(MARGIN));
        for (int n = 1; n <= MOVED; n++) {
            files.landmark("shape-" + n, shape(n).inset(MARGIN));
            files.landmark("under-" + n, under(n).inset(MARGIN));
        }
        files.landmark("saved", SavedSign.picture());
        return files.all();
    }

    /** At the top left, a part of which is out of view at 75 %. */
    private static Picture title() {
        return DrawnLandmark.of(551);
    }

    /** In the middle. */
    private static Picture enlarged() {
        return DrawnLandmark.of(552);
    }

    /** The n-th picture to move, from 1. */
    private static Picture shape(int n) {
        return DrawnLandmark.of(560 + n);
    }

    /** What that picture covers. */
    private static Picture under(int n) {
        return DrawnLandmark.of(570 + n);
    }

    private static byte[] make() {
        Drawing drawing = new Drawing();
        drawing.page();
        drawing.document.xml(
                "content.xml",
                "document-content",
                "<office:automatic-styles>\n" + STYLES + "</office:automatic-styles><office:body><office:drawing>\n"
                        + drawing.body + "</office:drawing></office:body>");
        drawing.document.xml("styles.xml", "document-styles", HalfSize.styles(STYLES, ""));
        drawing.document.xml("settings.xml", "document-settings", HalfSize.settings(VISIBLE_HEIGHT));
        return drawing.document.bytes();
    }

    private void page() {
        body.append("<draw:page draw:name=\"Plan\" draw:style-name=\"Page\" draw:master-page-name=\"Harbour\">\n");
        for (int i = 0; i < LINES; i++) {
            line();
        }
        for (int i = 1; i <= BUILDINGS; i++) {
            building(i);
        }
        image("title", title().enlarged(2, 1), 40, 40);
        Picture enlarged = enlarged().enlarged(2, 1);
        // Twice as many pixels as the screen shows at 75 %.
        image("enlarged", enlarged, 548, 352, enlarged.width() * 2 / 3, enlarged.height() * 2 / 3);
        for (int n = 1; n <= MOVED; n++) {
            image("under-" + n, under(n).enlarged(2, 1), 480 * n - 440, 620);
            image("shape-" + n, shape(n).enlarged(2, 1), 480 * n - 440, 620);
        }
        body.append("</draw:page>\n");
    }

    /** A line of depth: it wanders from the left to the right, upwards and downwards. */
    private void line() {
        int x = 40 + random.nextInt(560);
        int y = 60 + random.nextInt(400);
        body.append("<draw:polyline draw:style-name=\"Line\"");
        place(x, y, CORNERS * STEP, 100);
        body.append(" svg:viewBox=\"0 0 ").append(CORNERS * STEP).append(" 100\" draw:points=\"0,50");
        for (int corner = 1; corner <= CORNERS; corner++) {
            body.append(' ').append(corner * STEP).append(',').append(random.nextInt(101));
        }
        body.append("\"/>\n");
    }

    private void building(int number) {
        body.append("<draw:rect draw:style-name=\"Building\"");
        place(340 + random.nextInt(860), 60 + random.nextInt(160), 24 + random.nextInt(40), 16 + random.nextInt(28));
        body.append("><text:p text:style-name=\"Number\">").append(number).append("</text:p></draw:rect>\n");
    }

    private void image(String name, Picture picture, int x, int y) {
        image(name, picture, x, y, picture.width(), picture.height());
    }

    private void image(String name, Picture picture, int x, int y, int width, int height) {
        body.append("<draw:frame draw:style-name=\"Plain\"");
        place(x, y, width, height);
        body.append("><draw:image xlink:href=\"").append(document.indexedPicture(name, picture));
        body.append("\" xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"/></draw:frame>\n");
    }

    private void place(int x, int y, int width, int height) {
        body.append(" svg:x=\"").append(points(x)).append("\" svg:y=\"").append(points(y));
        body.append("\" svg:width=\"").append(points(width));
        body.append("\" svg:height=\"").append(points(height)).append('"');
    }

    private static final String STYLES = """
            <style:style style:name="Page" style:family="drawing-page"><style:drawing-page-properties \
            draw:fill="solid" draw:fill-color="#ffffff"/></style:style>
            <style:style style:name="Plain" style:family="graphic"><style:graphic-properties draw:stroke="none" \
            draw:fill="none" fo:padding="0pt"/></style:style>
            <style:style style:name="Line" style:family="graphic"><style:graphic-properties draw:stroke="solid" \
            svg:stroke-width="0.75pt" svg:stroke-color="#7aa5c8" draw:fill="none"/></style:style>
            <style:style style:name="Building" style:family="graphic"><style:graphic-properties draw:stroke="solid" \
            svg:stroke-width="0.75pt" svg:stroke-color="#404040" draw:fill="solid" draw:fill-color="#e4d6bd" \
            fo:padding="0pt" draw:textarea-horizontal-align="center" draw:textarea-vertical-align="middle"/></style:style>
            <style:style style:name="Number" style:family="paragraph"><style:text-properties \
            fo:font-family="'Liberation Sans'" fo:font-size="9pt"/></style:style>
            """;
}
