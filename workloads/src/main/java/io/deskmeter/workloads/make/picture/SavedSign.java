package io.deskmeter.workloads.make.picture;

import java.util.List;

/**
 * The sign in the office suite's status bar that a document has no unsaved changes. The one landmark that is the
 * application's own look, since a document cannot show by itself that it has been saved; the profile in
 * {@code content/} pins the icon theme.
 */
public final class SavedSign {
    private static final List<String> ROWS = List.of(
            "+########+",
            "# #    # #",
            "# #    # #",
            "# o####o #",
            "#        #",
            "#        #",
            "#  o###o #",
            "+: ##  # #",
            "%+:##  #:#",
            "-%+######+");

    private SavedSign() {}

    public static Picture picture() {
        Picture picture = Picture.blank(10, 10, 0xfafafa);
        for (int y = 0; y < ROWS.size(); y++) {
            for (int x = 0; x < ROWS.get(y).length(); x++) {
                picture.fill(x, y, 1, 1, colour(ROWS.get(y).charAt(x)));
            }
        }
        return picture;
    }

    private static int colour(char sign) {
        return switch (sign) {
            case '#' -> 0x3a3a38;
            case '+' -> 0x444442;
            case 'o' -> 0x676766;
            case '%' -> 0xa1a1a0;
            case ':' -> 0xc8c8c7;
            case '-' -> 0xc0c0c0;
            default -> 0xfafafa;
        };
    }
}
