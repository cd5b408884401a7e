package io.deskmeter.workloads.make;

import static io.deskmeter.workloads.make.format.OpenDocument.paintedPoints;
import static io.deskmeter.workloads.make.format.OpenDocument.points;

import io.deskmeter.workloads.make.format.OpenDocument;
import io.deskmeter.workloads.make.picture.Colours;
import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Picture;
import java.util.Random;

/**
 * The word processor's document: a report of six pages. The first line is empty and waits for what the user types;
 * below it stands the first landmark, and every further page begins with one and has one in its middle.
 */
final class Report {
    static final int PAGES = 6;
    private static final int LINE = 18;
    private static final int CHART_WIDTH = 480;
    private static final int CHART_HEIGHT = 160;

    private final OpenDocument document = new OpenDocument("application/vnd.oasis.opendocument.text");
    private final Prose prose = new Prose(2026);
    private final StringBuilder body = new StringBuilder();

    private Report() {}

    /** The first thing on the first page. */
    static Picture title() {
        return DrawnLandmark.of(1);
    }

    /**
     * What one reads past, screen by screen, from 1: odd ones in the middle of a page, even ones at the top of the
     * next.
     */
    static Picture passed(int n) {
        return DrawnLandmark.of(1 + n);
    }

    static byte[] make() {
        Report report = new Report();
        for (int page = 1; page <= PAGES; page++) {
            report.page(page);
        }
        report.document.xml(
                "content.xml",
                "document-content",
                AUTOMATIC + "<office:body><office:text>\n" + report.body + "</office:text></office:body>");
        report.document.xml("styles.xml", "document-styles", STYLES);
        report.document.xml("settings.xml", "document-settings", SETTINGS);
        return report.document.bytes();
    }

    private void page(int page) {
        if (page == 1) {
            body.append("<text:p text:style-name=\"Line\"/>\n");
            mark("Mark", "title", title());
        } else {
            mark("NewPage", "passed-" + (2 * page - 2), passed(2 * page - 2));
        }
        heading(page + ". " + HEADINGS[page - 1]);
        paragraph(prose.paragraph(6));
        paragraph(prose.paragraph(6));
        if (page % 2 == 0) {
            table(page);
        } else {
            chart(page);
        }
        paragraph(prose.paragraph(6));
        mark("Mark", "passed-" + (2 * page - 1), passed(2 * page - 1));
        paragraph(prose.paragraph(6));
        paragraph(prose.paragraph(6));
    }

    private void mark(String style, String name, Picture picture) {
        body.append("<text:p text:style-name=\"").append(style).append("\">");
        frame(document.picture(name, picture), name, picture.width(), picture.height());
        body.append("</text:p>\n");
    }

    private void heading(String text) {
        body.append("<text:h text:style-name=\"Heading\" text:outline-level=\"1\">")
                .append(text)
                .append("</text:h>\n");
    }

    private void paragraph(String text) {
        body.append("<text:p text:style-name=\"Body\">").append(text).append("</text:p>\n");
    }

    private void frame(String path, String name, int width, int height) {
        body.append("<draw:frame draw:style-name=\"Inline\" draw:name=\"").append(name);
        body.append("\" text:anchor-type=\"as-char\" svg:width=\"").append(paintedPoints(width));
        body.append("\" svg:height=\"")
                .append(points(height))
                .append("\"><draw:image xlink:href=\"")
                .append(path);
        body.append("\" xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"/></draw:frame>");
    }

    private void chart(int page) {
        Random random = new Random(page * 31L);
        Picture chart = Picture.blank(CHART_WIDTH, CHART_HEIGHT, 0xf4f6f8);
        for (int bar = 0; bar < 24; bar++) {
            int height = 20 + random.nextInt(CHART_HEIGHT - 40);
            int colour = Colours.hsb(0.5f + 0.01f * bar, 0.5f, 0.75f);
            chart.fill(8 + bar * 19, CHART_HEIGHT - 8 - height, 14, height, colour);
        }
        chart.fill(4, CHART_HEIGHT - 8, CHART_WIDTH - 8, 1, 0x404040);
        body.append("<text:p text:style-name=\"Chart\">");
        frame(document.picture("chart-" + page, chart), "Chart " + page, CHART_WIDTH, CHART_HEIGHT);
        body.append("</text:p>\n");
    }

    private void table(int page) {
        Random random = new Random(page * 37L);
        body.append("<table:table table:name=\"Table").append(page).append("\">");
        body.append("<table:table-column table:number-columns-repeated=\"5\"/>\n");
        String[] columns = {"Month", "Boats", "Nights", "Tonnes", "Income"};
        row("TableHead", columns);
        for (String month : new String[] {"April", "May", "June", "July", "August", "September"}) {
            row(
                    "TableCell",
                    month,
                    number(random, 300),
                    number(random, 900),
                    number(random, 90),
                    number(random, 20000));
        }
        body.append("</table:table>\n");
    }

    private static String number(Random random, int most) {
        return Integer.toString(most / 3 + random.nextInt(most));
    }

    private void row(String style, String... cells) {
        body.append("<table:table-row>");
        for (String cell : cells) {
            body.append(
                            "<table:table-cell table:style-name=\"Cell\" office:value-type=\"string\"><text:p text:style-name=\"")
                    .append(style)
                    .append("\">")
                    .append(cell)
                    .append("</text:p></table:table-cell>");
        }
        body.append("</table:table-row>\n");
    }

    private static final String[] HEADINGS = {
        "The year in short", "Boats and berths", "Works on the quays", "Income and costs", "Visitors", "Outlook"
    };

    private static final String AUTOMATIC = """
            <office:automatic-styles>
            <style:style style:name="Inline" style:family="graphic"><style:graphic-properties \
            style:vertical-pos="top" style:vertical-rel="baseline" fo:border="none" fo:padding="0pt"/></style:style>
            <style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties \
            fo:border="0.75pt solid #808080" fo:padding="1.5pt"/></style:style>
            </office:automatic-styles>
            """;

    private static String paragraphStyle(String name, String family, int line, String paragraph, String text) {
        return "<style:style style:name=\"" + name + "\" style:family=\"" + family + "\"><style:paragraph-properties"
                + " fo:margin-top=\"0pt\" fo:orphans=\"2\" fo:widows=\"2\""
                + (line == 0 ? "" : " fo:line-height=\"" + points(line) + "\"")
                + " " + paragraph + "/><style:text-properties style:font-name=\"Liberation Serif\""
                + " fo:font-family=\"'Liberation Serif'\" fo:language=\"en\" fo:country=\"US\" " + text
                + "/></style:style>\n";
    }

    private static final String STYLES = "<office:styles>\n"
            + paragraphStyle("Line", "paragraph", LINE, "fo:margin-bottom=\"0pt\"", "fo:font-size=\"12pt\"")
            + paragraphStyle("Mark", "paragraph", 0, "fo:margin-bottom=\"6pt\"", "fo:font-size=\"12pt\"")
            + paragraphStyle(
                    "NewPage",
                    "paragraph",
                    0,
                    "fo:margin-bottom=\"6pt\" fo:break-before=\"page\"",
                    "fo:font-size=\"12pt\"")
            + paragraphStyle(
                    "Heading",
                    "paragraph",
                    24,
                    "fo:margin-bottom=\"6pt\"",
                    "fo:font-size=\"16pt\" fo:font-weight=\"bold\"")
            + paragraphStyle(
                    "Body",
                    "paragraph",
                    LINE,
                    "fo:margin-bottom=\"6pt\" fo:text-align=\"justify\"",
                    "fo:font-size=\"12pt\"")
            + paragraphStyle("Chart", "paragraph", 0, "fo:margin-bottom=\"6pt\"", "fo:font-size=\"12pt\"")
            + paragraphStyle("TableHead", "paragraph", LINE, "", "fo:font-size=\"11pt\" fo:font-weight=\"bold\"")
            + paragraphStyle("TableCell", "paragraph", LINE, "", "fo:font-size=\"11pt\"")
            + "</office:styles>\n<office:automatic-styles><style:page-layout style:name=\"A4\">"
            + "<style:page-layout-properties fo:page-width=\"595.5pt\" fo:page-height=\"842.25pt\""
            + " fo:margin-top=\"48pt\" fo:margin-bottom=\"48pt\" fo:margin-left=\"60pt\" fo:margin-right=\"60pt\"/>"
            + "</style:page-layout></office:automatic-styles>\n<office:master-styles>"
            + "<style:master-page style:name=\"Standard\" style:page-layout-name=\"A4\"/></office:master-styles>";

    private static final String SETTINGS = """
            <office:settings><config:config-item-set config:name="ooo:view-settings" \
            xmlns:ooo="http://openoffice.org/2004/office">
            <config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>
            <config:config-item config:name="ViewId" config:type="string">view2</config:config-item>
            <config:config-item config:name="ViewLayoutColumns" config:type="short">1</config:config-item>
            <config:config-item config:name="ViewLayoutBookMode" config:type="boolean">false</config:config-item>
            <config:config-item config:name="ZoomType" config:type="short">0</config:config-item>
            <config:config-item config:name="ZoomFactor" config:type="short">100</config:config-item>
            </config:config-item-map-entry></config:config-item-map-indexed>
            </config:config-item-set></office:settings>
            """;
}
