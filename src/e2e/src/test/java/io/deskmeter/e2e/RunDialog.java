package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

/** A small run dialog, gmrun, that opens at alt+F2. */
final class RunDialog {
    private static final String KEY =
            "<keybind key=\"A-F2\"><action name=\"Execute\"><command>gmrun</command></action></keybind>";
    private static final String WINDOW = "<application class=\"Gmrun\"><maximized>no</maximized></application>";

    private RunDialog() {}

    /** A configuration of openbox, with it. */
    static String added(String openbox) {
        String added = openbox.replace("<keyboard>", "<keyboard>" + KEY)
                .replace("</applications>", WINDOW + "</applications>");
        assertThat(added).contains(KEY, WINDOW);
        return added;
    }
}
