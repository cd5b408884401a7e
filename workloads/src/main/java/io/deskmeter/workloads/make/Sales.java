package io.deskmeter.workloads.make;

import static io.deskmeter.workloads.make.format.OpenDocument.paintedPoints;
import static io.deskmeter.workloads.make.format.OpenDocument.points;

import io.deskmeter.workloads.make.format.OpenDocument;
import io.deskmeter.workloads.make.picture.Colours;
import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Picture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The spreadsheet's document: rows of orders with formulas, below a frozen head.
 *
 * <p>The head holds the factor that the user enters and a block of cells that shows the {@linkplain #result pattern} of
 * a factor only when the total over all rows has become what it must be with it. The rows are in no order; when they
 * are sorted by their number, the first three show the pattern {@link #ascending} or {@link #descending}.
 */
final class Sales {
    static final int ROWS = 1500;
    /** Factors to enter: the first is 2, so none equals the factor 1 that the document comes with. */
    static final int FACTORS = 4;

    static final int PASSED = 4;

    private static final int FIRST_ROW = 7;
    private static final int LAST_ROW = FIRST_ROW + ROWS - 1;
    private static final int[] WIDTHS = {72, 88, 96, 64, 72, 72, 104, 88};
    private static final String[] HEADS = {
        "Order", "Region", "Product", "Units", "Price", "Discount", "Revenue", "Share"
    };
    private static final String[] REGIONS = {"North", "East", "South", "West", "Centre", "Islands"};
    private static final String[] PRODUCTS = {"Lantern", "Rope", "Anchor", "Chart", "Paint", "Pump", "Sail", "Compass"};

    private final OpenDocument document = new OpenDocument("application/vnd.oasis.opendocument.spreadsheet");
    private final StringBuilder body = new StringBuilder();
    private final List<Order> orders = orders();

    private Sales() {}

    private record Order(int number, String region, String product, int units, int price, int discount) {
        /** With the factor 1, as the sheet computes it. */
        double revenue() {
            return units * price * (100 - discount) / 100.0;
        }
    }

    static Picture title() {
        return DrawnLandmark.of(101);
    }

    /** Stands beside the rows, one per screen; 0 on the first. */
    static Picture passed(int n) {
        return DrawnLandmark.of(110 + n);
    }

    /** What the head shows after the n-th factor, from 1. */
    static CellPattern result(int n) {
        return CellPattern.of(n);
    }

    static CellPattern ascending() {
        return CellPattern.of(21);
    }

    static CellPattern descending() {
        return CellPattern.of(22);
    }

    static byte[] make() {
        Sales sales = new Sales();
        sales.sheet();
        sales.document.xml(
                "content.xml",
                "document-content",
                automaticStyles() + "<office:body><office:spreadsheet>\n" + sales.body
                        + "</office:spreadsheet></office:body>");
        sales.document.xml("styles.xml", "document-styles", styles());
        sales.document.xml("settings.xml", "document-settings", SETTINGS);
        return sales.document.bytes();
    }

    private static List<Order> orders() {
        Random random = new Random(4711);
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            orders.add(new Order(
                    10_001 + i,
                    REGIONS[random.nextInt(REGIONS.length)],
                    PRODUCTS[random.nextInt(PRODUCTS.length)],
                    1 + random.nextInt(40),
                    5 + random.nextInt(400),
                    5 * random.nextInt(5)));
        }
        Collections.shuffle(orders, random);
        return orders;
    }

    private void sheet() {
        body.append("<table:table table:name=\"Orders\" table:style-name=\"Sheet\">\n");
        shapes();
        for (int i = 0; i < WIDTHS.length; i++) {
            body.append("<table:table-column table:style-name=\"W")
                    .append(WIDTHS[i])
                    .append("\" table:default-cell-style-name=\"Plain\"/>");
        }
        body.append("<table:table-column table:style-name=\"W24\" table:number-columns-repeated=\"8\"");
        body.append(" table:default-cell-style-name=\"Plain\"/>\n");
        head();
        for (int i = 0; i < orders.size(); i++) {
            order(orders.get(i), FIRST_ROW + i);
        }
        body.append("</table:table>\n");
    }

    /** Pictures lie on the page, not in cells, so sorting does not move them. */
    private void shapes() {
        body.append("<table:shapes>");
        shape("title", title(), 4, 4);
        shape("passed-0", passed(0), 880, (FIRST_ROW - 1 + 14) * CellPattern.CELL_HEIGHT);
        for (int n = 1; n <= PASSED; n++) {
            shape("passed-" + n, passed(n), 880, (FIRST_ROW - 1 + n * 24 + 8) * CellPattern.CELL_HEIGHT);
        }
        body.append("</table:shapes>\n");
    }

    private void shape(String name, Picture picture, int x, int y) {
        body.append("<draw:frame draw:name=\"").append(name).append("\" draw:style-name=\"Image\"");
        body.append(" svg:x=\"").append(points(x)).append("\" svg:y=\"").append(points(y));
        body.append("\" svg:width=\"").append(paintedPoints(picture.width()));
        body.append("\" svg:height=\"").append(paintedPoints(picture.height())).append("\"><draw:image xlink:href=\"");
        body.append(document.picture(name, picture));
        body.append("\" xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"/></draw:frame>");
    }

    /**
     * Rows 1 to 6: factor in E2, total in G2, the result pattern in I1:P3, column heads in row 5. Row 6 is empty, so
     * that sorting takes the rows below for all there is and never the heads for one of them.
     */
    private void head() {
        for (int row = 1; row <= 4; row++) {
            body.append("<table:table-row table:style-name=\"Row\">");
            if (row == 2) {
                empty(3);
                text("Factor");
                number("Input", 1, "");
                text("Total");
                number("Number", total(1), "of:=ROUND(SUM([.G" + FIRST_ROW + ":.G" + LAST_ROW + "]);0)");
                empty(1);
            } else {
                empty(8);
            }
            if (row <= CellPattern.ROWS) {
                for (int column = 0; column < CellPattern.COLUMNS; column++) {
                    number("Code", 0, resultFormula(row - 1, column));
                }
            }
            body.append("</table:table-row>\n");
        }
        body.append("<table:table-row table:style-name=\"Row\">");
        for (String head : HEADS) {
            styledText("Head", head);
        }
        body.append("</table:table-row>\n<table:table-row table:style-name=\"Row\">");
        empty(8);
        body.append("</table:table-row>\n");
    }

    private double total(int factor) {
        return Math.rint(orders.stream().mapToDouble(o -> o.revenue() * factor).sum());
    }

    private String resultFormula(int row, int column) {
        StringBuilder formula = new StringBuilder("0");
        for (int n = FACTORS; n >= 1; n--) {
            formula.insert(
                            0,
                            "IF([.$G$2]=" + Math.round(total(n + 1)) + ";"
                                    + result(n).code(row, column) + ";")
                    .append(")");
        }
        return "of:=" + formula;
    }

    private void order(Order order, int row) {
        body.append("<table:table-row table:style-name=\"Row\">");
        number("Plain", order.number, "");
        text(order.region);
        text(order.product);
        number("Plain", order.units, "");
        number("Number", order.price, "");
        number("Plain", order.discount, "");
        number("Number", order.revenue(), "of:=[.D" + row + "]*[.E" + row + "]*(100-[.F" + row + "])/100*[.$E$2]");
        number(
                "Share",
                order.revenue() / regionTotal(order.region),
                "of:=[.G" + row + "]/SUMIF([.$B$" + FIRST_ROW + ":.$B$" + LAST_ROW + "];[.B" + row + "];[.$G$"
                        + FIRST_ROW + ":.$G$" + LAST_ROW + "])");
        codes(order.number - 10_001);
        body.append("</table:table-row>\n");
    }

    private double regionTotal(String region) {
        return orders.stream()
                .filter(o -> o.region.equals(region))
                .mapToDouble(Order::revenue)
                .sum();
    }

    /** The first three and the last three of the sorted rows carry a pattern's rows; the others none. */
    private void codes(int rank) {
        for (int column = 0; column < CellPattern.COLUMNS; column++) {
            int code = 0;
            if (rank < CellPattern.ROWS) {
                code = ascending().code(rank, column);
            } else if (ROWS - 1 - rank < CellPattern.ROWS) {
                code = descending().code(ROWS - 1 - rank, column);
            }
            number("Code", code, "");
        }
    }

    private void empty(int cells) {
        body.append("<table:table-cell table:number-columns-repeated=\"")
                .append(cells)
                .append("\"/>");
    }

    private void text(String text) {
        styledText("Plain", text);
    }

    private void styledText(String style, String text) {
        body.append("<table:table-cell table:style-name=\"").append(style);
        body.append("\" office:value-type=\"string\"><text:p>").append(text).append("</text:p></table:table-cell>");
    }

    /** @param formula empty for a plain value */
    private void number(String style, double value, String formula) {
        body.append("<table:table-cell table:style-name=\"").append(style).append('"');
        if (!formula.isEmpty()) {
            body.append(" table:formula=\"").append(formula).append('"');
        }
        body.append(" office:value-type=\"float\" office:value=\"")
                .append(value)
                .append("\"/>");
    }

    private static String automaticStyles() {
        StringBuilder styles = new StringBuilder("<office:automatic-styles>\n");
        styles.append("<style:style style:name=\"Sheet\" style:family=\"table\" style:master-page-name=\"Default\">");
        styles.append("<style:table-properties table:display=\"true\"/></style:style>\n");
        styles.append(
                "<style:style style:name=\"Row\" style:family=\"table-row\"><style:table-row-properties style:row-height=\"");
        styles.append(points(CellPattern.CELL_HEIGHT))
                .append("\" style:use-optimal-row-height=\"false\"/></style:style>\n");
        for (int width : new int[] {72, 88, 96, 64, 104, CellPattern.CELL_WIDTH}) {
            styles.append("<style:style style:name=\"W").append(width).append("\" style:family=\"table-column\">");
            styles.append("<style:table-column-properties style:column-width=\"")
                    .append(points(width))
                    .append("\"/></style:style>\n");
        }
        styles.append(
                "<style:style style:name=\"Image\" style:family=\"graphic\"><style:graphic-properties draw:stroke=\"none\""
                        + " draw:fill=\"none\" fo:padding=\"0pt\"/></style:style>\n");
        styles.append(
                "<style:style style:name=\"Code\" style:family=\"table-cell\" style:parent-style-name=\"Default\">");
        styles.append("<style:text-properties fo:color=\"#ffffff\"/>");
        for (int code = 1; code <= CellPattern.COLOURS.size(); code++) {
            styles.append("<style:map style:condition=\"cell-content()=").append(code);
            styles.append("\" style:apply-style-name=\"Code")
                    .append(code)
                    .append("\" style:base-cell-address=\"Orders.I1\"/>");
        }
        styles.append("</style:style>\n");
        return styles.append("</office:automatic-styles>\n").toString();
    }

    private static String styles() {
        StringBuilder styles = new StringBuilder("""
                <office:styles>
                <number:number-style xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" \
                style:name="Two"><number:number number:decimal-places="2" number:min-integer-digits="1" \
                number:grouping="true"/></number:number-style>
                <number:percentage-style xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" \
                style:name="Percent"><number:number number:decimal-places="2" number:min-integer-digits="1"/>\
                <number:text>%</number:text></number:percentage-style>
                <style:style style:name="Default" style:family="table-cell"><style:text-properties \
                style:font-name="Liberation Sans" fo:font-family="'Liberation Sans'" fo:font-size="10pt"/></style:style>
                <style:style style:name="Plain" style:family="table-cell" style:parent-style-name="Default"/>
                <style:style style:name="Number" style:family="table-cell" style:parent-style-name="Default" \
                style:data-style-name="Two"/>
                <style:style style:name="Share" style:family="table-cell" style:parent-style-name="Default" \
                style:data-style-name="Percent"/>
                <style:style style:name="Head" style:family="table-cell" style:parent-style-name="Default">\
                <style:table-cell-properties fo:background-color="#dde3ea"/><style:text-properties fo:font-weight="bold"/>\
                </style:style>
                <style:style style:name="Input" style:family="table-cell" style:parent-style-name="Default">\
                <style:table-cell-properties fo:background-color="#fff7cc" fo:border="0.75pt solid #808080"/></style:style>
                """);
        for (int code = 1; code <= CellPattern.COLOURS.size(); code++) {
            String colour = Colours.hex(CellPattern.COLOURS.get(code - 1));
            styles.append("<style:style style:name=\"Code").append(code).append("\" style:family=\"table-cell\"");
            styles.append(" style:parent-style-name=\"Default\"><style:table-cell-properties fo:background-color=\"")
                    .append(colour);
            styles.append("\"/><style:text-properties fo:color=\"")
                    .append(colour)
                    .append("\"/></style:style>\n");
        }
        styles.append("</office:styles>\n");
        styles.append("<office:automatic-styles><style:page-layout style:name=\"Page\"/></office:automatic-styles>");
        styles.append(
                "<office:master-styles><style:master-page style:name=\"Default\" style:page-layout-name=\"Page\"/>");
        return styles.append("</office:master-styles>").toString();
    }

    private static final String SETTINGS = """
            <office:settings><config:config-item-set config:name="ooo:view-settings" \
            xmlns:ooo="http://openoffice.org/2004/office">
            <config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>
            <config:config-item config:name="ViewId" config:type="string">view1</config:config-item>
            <config:config-item-map-named config:name="Tables"><config:config-item-map-entry config:name="Orders">
            <config:config-item config:name="CursorPositionX" config:type="int">4</config:config-item>
            <config:config-item config:name="CursorPositionY" config:type="int">2</config:config-item>
            <config:config-item config:name="HorizontalSplitMode" config:type="short">0</config:config-item>
            <config:config-item config:name="VerticalSplitMode" config:type="short">2</config:config-item>
            <config:config-item config:name="HorizontalSplitPosition" config:type="int">0</config:config-item>
            <config:config-item config:name="VerticalSplitPosition" config:type="int">6</config:config-item>
            <config:config-item config:name="ActiveSplitRange" config:type="short">2</config:config-item>
            <config:config-item config:name="PositionLeft" config:type="int">0</config:config-item>
            <config:config-item config:name="PositionRight" config:type="int">0</config:config-item>
            <config:config-item config:name="PositionTop" config:type="int">0</config:config-item>
            <config:config-item config:name="PositionBottom" config:type="int">6</config:config-item>
            <config:config-item config:name="ZoomType" config:type="short">0</config:config-item>
            <config:config-item config:name="ZoomValue" config:type="int">100</config:config-item>
            </config:config-item-map-entry></config:config-item-map-named>
            <config:config-item config:name="ActiveTable" config:type="string">Orders</config:config-item>
            <config:config-item config:name="ZoomType" config:type="short">0</config:config-item>
            <config:config-item config:name="ZoomValue" config:type="int">100</config:config-item>
            </config:config-item-map-entry></config:config-item-map-indexed>
            </config:config-item-set></office:settings>
            """;
}
