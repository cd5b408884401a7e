package io.deskmeter.workloads.make;

import static io.deskmeter.workloads.make.format.OpenDocument.points;

/**
 * Pages of 1280 x 800 pixels, which open at half the size: all of a page is visible beside the panes of the
 * application, and a picture of the page covers half as many pixels in each direction.
 */
final class HalfSize {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 800;

    private HalfSize() {}

    /**
     * The content of {@code styles.xml}, with one master page, {@code Harbour}.
     *
     * @param automatic styles, among them {@code Page} of the family drawing-page
     * @param master what is on every page
     */
    static String styles(String automatic, String master) {
        // Without common styles the office suite ignores the master page.
        return "<office:styles/><office:automatic-styles><style:page-layout style:name=\"Screen\">"
                + "<style:page-layout-properties fo:margin-top=\"0pt\" fo:margin-bottom=\"0pt\""
                + " fo:margin-left=\"0pt\" fo:margin-right=\"0pt\" fo:page-width=\"" + points(WIDTH)
                + "\" fo:page-height=\"" + points(HEIGHT)
                + "\" style:print-orientation=\"landscape\"/></style:page-layout>\n" + automatic
                + "</office:automatic-styles><office:master-styles><style:master-page style:name=\"Harbour\""
                + " style:page-layout-name=\"Screen\" draw:style-name=\"Page\">\n" + master
                + "</style:master-page></office:master-styles>";
    }

    /**
     * The content of {@code settings.xml}. The application chooses the size, in whole percent, at which this height of
     * the page fills its window; in a maximised window on a desktop of 1280 x 800 that has to be 50 %.
     *
     * @param visibleHeight in hundredths of a millimetre; it depends on the bars and rulers of the application
     */
    static String settings(int visibleHeight) {
        return SETTINGS.formatted(visibleHeight);
    }

    private static final String SETTINGS = """
            <office:settings><config:config-item-set config:name="ooo:view-settings" \
            xmlns:ooo="http://openoffice.org/2004/office">
            <config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>
            <config:config-item config:name="ViewId" config:type="string">view1</config:config-item>
            <config:config-item config:name="SelectedPage" config:type="short">0</config:config-item>
            <config:config-item config:name="VisibleAreaLeft" config:type="int">-3500</config:config-item>
            <config:config-item config:name="VisibleAreaTop" config:type="int">-3000</config:config-item>
            <config:config-item config:name="VisibleAreaWidth" config:type="int">40000</config:config-item>
            <config:config-item config:name="VisibleAreaHeight" config:type="int">%d</config:config-item>
            <config:config-item config:name="ZoomOnPage" config:type="boolean">false</config:config-item>
            </config:config-item-map-entry></config:config-item-map-indexed>
            </config:config-item-set></office:settings>
            """;
}
