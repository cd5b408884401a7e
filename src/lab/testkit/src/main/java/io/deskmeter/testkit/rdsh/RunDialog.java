package io.deskmeter.testkit.rdsh;

/** A small run dialog, gmrun, that opens at alt+F2, in a configuration of openbox. */
public final class RunDialog {
    private static final String KEY =
            "<keybind key=\"A-F2\"><action name=\"Execute\"><command>gmrun</command></action></keybind>";
    private static final String WINDOW = "<application class=\"Gmrun\"><maximized>no</maximized></application>";

    private RunDialog() {}

    /**
     * A configuration of openbox, with it.
     *
     * @throws IllegalArgumentException if it has no keys or no applications to add to
     */
    public static String added(String openbox) {
        String added = openbox.replace("<keyboard>", "<keyboard>" + KEY)
                .replace("</applications>", WINDOW + "</applications>");
        if (!added.contains(KEY) || !added.contains(WINDOW)) {
            throw new IllegalArgumentException(
                    "openbox: a configuration without <keyboard> or <applications> (expected: one with both)");
        }
        return added;
    }
}
