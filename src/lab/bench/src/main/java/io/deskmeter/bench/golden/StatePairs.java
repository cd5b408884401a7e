package io.deskmeter.bench.golden;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Polygon;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Pictures of user interfaces that differ in one detail only: a glyph, a tick, a border, a hue, the place of a part.
 * Drawn by code, in light and dark themes, several fonts and sizes.
 */
public final class StatePairs {
    private static final int LIGHT = 0xf6f5f4;
    private static final int DARK = 0x242428;
    private static final int DARK_INK = 0xe6e6ea;
    private static final int ACCENT = 0x1c71d8;

    private final List<StatePair> pairs = new ArrayList<>();

    private StatePairs() {}

    /** All pairs; equal on every call. */
    public static List<StatePair> all() {
        StatePairs all = new StatePairs();
        all.texts();
        all.styles();
        all.ticks();
        all.icons();
        all.hues();
        all.borders();
        all.places();
        all.pictures();
        all.repeated();
        return List.copyOf(all.pairs);
    }

    private void add(
            String name, int width, int height, int ground, Consumer<Graphics2D> one, Consumer<Graphics2D> other) {
        pairs.add(new StatePair(name, drawn(width, height, ground, one), drawn(width, height, ground, other)));
    }

    private static BufferedImage drawn(int width, int height, int ground, Consumer<Graphics2D> content) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(new Color(ground));
        g.fillRect(0, 0, width, height);
        content.accept(g);
        g.dispose();
        return image;
    }

    private static Consumer<Graphics2D> text(String text, String font, int style, int size, int ink) {
        return g -> {
            g.setFont(new Font(font, style, size));
            g.setColor(new Color(ink));
            g.drawString(text, 5, size + 3);
        };
    }

    private void words(String name, String one, String other, String font, int style, int size, int ground, int ink) {
        int width = Math.max(one.length(), other.length()) * size * 2 / 3 + 12;
        add(name, width, size + 10, ground, text(one, font, style, size, ink), text(other, font, style, size, ink));
    }

    private void texts() {
        words("clock", "10:42", "10:47", Font.MONOSPACED, Font.BOLD, 13, DARK, DARK_INK);
        words("unread", "Unread 18", "Unread 19", Font.SANS_SERIF, Font.PLAIN, 12, DARK, DARK_INK);
        words("amount", "3,141.59 EUR", "3,141.58 EUR", Font.SERIF, Font.PLAIN, 15, 0xffffff, 0);
        words("close-clone", "close window", "clone window", Font.SANS_SERIF, Font.PLAIN, 12, LIGHT, 0x2e3436);
        words("accents", "resume", "r\u00e9sum\u00e9", Font.SANS_SERIF, Font.PLAIN, 14, LIGHT, 0x2e3436);
        words("decimal-point", "Rate 1.25", "Rate 1 25", Font.SANS_SERIF, Font.PLAIN, 13, 0xffffff, 0x111111);
        words("chapter", "Chapter 3", "Chapter 8", Font.SERIF, Font.BOLD, 24, 0xffffff, 0x101010);
        words("plus-minus", "+14.2 %", "-14.2 %", Font.SANS_SERIF, Font.PLAIN, 12, DARK, 0xf0f0f0);
        words("semicolon", "int count;", "int count:", Font.MONOSPACED, Font.PLAIN, 14, DARK, 0xa8c8f0);
        words(
                "sheet-tab",
                "Sheet 2 of 14  ready",
                "Sheet 2 of 11  ready",
                Font.SANS_SERIF,
                Font.PLAIN,
                11,
                LIGHT,
                0x202020);
    }

    private void styles() {
        add(
                "bold",
                120,
                24,
                LIGHT,
                text("Subject line", Font.SANS_SERIF, Font.PLAIN, 13, 0x202020),
                text("Subject line", Font.SANS_SERIF, Font.BOLD, 13, 0x202020));
        add(
                "italic",
                110,
                24,
                0xffffff,
                text("Draft letter", Font.SERIF, Font.PLAIN, 14, 0),
                text("Draft letter", Font.SERIF, Font.ITALIC, 14, 0));
        Consumer<Graphics2D> link = text("Read more", Font.SANS_SERIF, Font.PLAIN, 12, ACCENT);
        add("underlined", 90, 24, 0xffffff, link, link.andThen(g -> g.drawLine(5, 17, 64, 17)));
        add("struck-out", 90, 24, 0xffffff, link, link.andThen(g -> g.drawLine(5, 11, 64, 11)));
        add(
                "greyed-words",
                90,
                24,
                DARK,
                text("Undo typing", Font.SANS_SERIF, Font.PLAIN, 12, DARK_INK),
                text("Undo typing", Font.SANS_SERIF, Font.PLAIN, 12, 0xa0a0a6));
    }

    private static Consumer<Graphics2D> box(int line, int fill) {
        return g -> {
            g.setColor(new Color(fill));
            g.fillRoundRect(5, 5, 14, 14, 4, 4);
            g.setColor(new Color(line));
            g.drawRoundRect(5, 5, 14, 14, 4, 4);
        };
    }

    private static Consumer<Graphics2D> stroke(int ink, float width, int... path) {
        return g -> {
            g.setColor(new Color(ink));
            g.setStroke(new BasicStroke(width));
            for (int i = 0; i + 3 < path.length; i += 2) {
                g.drawLine(path[i], path[i + 1], path[i + 2], path[i + 3]);
            }
            g.setStroke(new BasicStroke(1));
        };
    }

    private static Consumer<Graphics2D> label(String text, int x, int y, int ink) {
        return g -> {
            g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
            g.setColor(new Color(ink));
            g.drawString(text, x, y);
        };
    }

    private void ticks() {
        Consumer<Graphics2D> dark = box(0x9a9996, 0x36363a).andThen(label("Word wrap", 27, 17, DARK_INK));
        Consumer<Graphics2D> tick = stroke(0xffffff, 2, 8, 12, 11, 16, 16, 8);
        add("tick-dark", 110, 25, DARK, dark, dark.andThen(tick));
        add("tick-or-dash", 110, 25, DARK, dark.andThen(tick), dark.andThen(stroke(0xffffff, 2, 8, 12, 16, 12)));
        add(
                "tick-alone",
                25,
                25,
                LIGHT,
                box(0x8a8a8a, 0xffffff),
                box(0x8a8a8a, 0xffffff).andThen(stroke(0x303030, 2, 8, 12, 11, 16, 16, 8)));
        Consumer<Graphics2D> radios = g -> {
            for (int i = 0; i < 2; i++) {
                g.setColor(new Color(0x9a9996));
                g.drawOval(5, 4 + 20 * i, 13, 13);
                label(i == 0 ? "Weekly" : "Monthly", 26, 15 + 20 * i, DARK_INK).accept(g);
            }
        };
        add(
                "radio-dark",
                96,
                44,
                DARK,
                radios.andThen(dot(8, 7, 7, 0x78aeed)),
                radios.andThen(dot(8, 27, 7, 0x78aeed)));
        add("switch", 48, 24, LIGHT, toggle(false), toggle(true));
        add(
                "modified-dot",
                110,
                24,
                LIGHT,
                text("notes.txt", Font.SANS_SERIF, Font.PLAIN, 12, 0x202020),
                text("notes.txt", Font.SANS_SERIF, Font.PLAIN, 12, 0x202020).andThen(dot(90, 9, 6, 0x404040)));
        add(
                "expander",
                100,
                22,
                LIGHT,
                label("Folders", 24, 15, 0x202020).andThen(triangle(true)),
                label("Folders", 24, 15, 0x202020).andThen(triangle(false)));
    }

    private static Consumer<Graphics2D> dot(int x, int y, int size, int ink) {
        return g -> {
            g.setColor(new Color(ink));
            g.fillOval(x, y, size, size);
        };
    }

    private static Consumer<Graphics2D> toggle(boolean on) {
        return g -> {
            g.setColor(new Color(on ? ACCENT : 0xb8b6b4));
            g.fillRoundRect(4, 4, 38, 16, 16, 16);
            g.setColor(Color.WHITE);
            g.fillOval(on ? 27 : 6, 6, 12, 12);
        };
    }

    private static Consumer<Graphics2D> triangle(boolean closed) {
        return g -> {
            g.setColor(new Color(0x404040));
            g.fillPolygon(
                    closed
                            ? new Polygon(new int[] {8, 8, 14}, new int[] {5, 15, 10}, 3)
                            : new Polygon(new int[] {6, 16, 11}, new int[] {8, 8, 14}, 3));
        };
    }

    private void icons() {
        add("bell-off", 24, 24, LIGHT, bell(0x3a3a3a), bell(0x3a3a3a).andThen(stroke(0xc01c28, 2, 4, 20, 20, 4)));
        add("lock", 20, 22, DARK, lock(0), lock(5));
        add("speaker", 26, 22, LIGHT, speaker(1), speaker(3));
        add(
                "play-pause",
                16,
                16,
                0x303030,
                g -> {
                    g.setColor(Color.WHITE);
                    g.fillPolygon(new int[] {4, 4, 13}, new int[] {3, 13, 8}, 3);
                },
                g -> {
                    g.setColor(Color.WHITE);
                    g.fillRect(4, 3, 3, 10);
                    g.fillRect(9, 3, 3, 10);
                });
        add("star", 22, 22, LIGHT, star(false), star(true));
        add("battery", 34, 18, DARK, battery(12), battery(16));
        add("folder-greyed", 32, 28, LIGHT, folder(0xf5c211, 0x986a44), folder(0xc3c3c3, 0x767676));
        add("folder-pale", 32, 28, LIGHT, folder(0xf5c211, 0x986a44), folder(0xf6dd88, 0xc8b3a0));
        Consumer<Graphics2D> folder = folder(0x62a0ea, 0x1a5fb4);
        add("folder-badge", 32, 28, LIGHT, folder, folder.andThen(dot(20, 15, 9, 0x26a269)));
    }

    private static Consumer<Graphics2D> bell(int ink) {
        return g -> {
            g.setColor(new Color(ink));
            g.fillArc(6, 4, 12, 14, 0, 180);
            g.fillRect(6, 11, 12, 5);
            g.fillRect(4, 16, 16, 2);
            g.fillOval(10, 18, 4, 4);
        };
    }

    private static Consumer<Graphics2D> lock(int turned) {
        return g -> {
            g.setColor(new Color(DARK_INK));
            g.fillRect(4, 10, 12, 9);
            g.setStroke(new BasicStroke(2));
            g.drawArc(6 + turned, 4, 8, 12, 0, 180);
            g.setStroke(new BasicStroke(1));
        };
    }

    private static Consumer<Graphics2D> speaker(int waves) {
        return g -> {
            g.setColor(new Color(0x303030));
            g.fillPolygon(new int[] {3, 7, 11, 11, 7, 3}, new int[] {8, 8, 4, 18, 14, 14}, 6);
            for (int i = 0; i < waves; i++) {
                g.drawArc(9 - 2 * i, 7 - 2 * i, 6 + 4 * i, 8 + 4 * i, -50, 100);
            }
        };
    }

    private static Consumer<Graphics2D> star(boolean filled) {
        return g -> {
            Polygon star = new Polygon();
            for (int i = 0; i < 10; i++) {
                double angle = Math.PI * i / 5 - Math.PI / 2;
                double radius = i % 2 == 0 ? 9 : 4;
                star.addPoint((int) Math.round(11 + radius * Math.cos(angle)), (int)
                        Math.round(11 + radius * Math.sin(angle)));
            }
            g.setColor(new Color(filled ? 0xe5a50a : LIGHT));
            g.fillPolygon(star);
            g.setColor(new Color(0x986a00));
            g.drawPolygon(star);
        };
    }

    private static Consumer<Graphics2D> battery(int charge) {
        return g -> {
            g.setColor(new Color(DARK_INK));
            g.drawRect(3, 4, 24, 9);
            g.fillRect(28, 6, 2, 6);
            g.fillRect(5, 6, charge, 6);
        };
    }

    private static Consumer<Graphics2D> folder(int fill, int line) {
        return g -> {
            g.setColor(new Color(fill));
            g.fillRect(4, 5, 10, 4);
            g.fillRect(4, 8, 24, 15);
            g.setColor(new Color(line));
            g.drawRect(4, 8, 24, 15);
            g.drawLine(4, 12, 28, 12);
        };
    }

    private void hues() {
        add(
                "lamp-amber-green",
                100,
                24,
                DARK,
                label("Uplink", 28, 17, DARK_INK).andThen(dot(6, 5, 14, 0xb98900)),
                label("Uplink", 28, 17, DARK_INK).andThen(dot(6, 5, 14, 0x19ad5c)));
        add("lamp-blue-violet", 24, 24, LIGHT, dot(5, 5, 14, 0x3067e8), dot(5, 5, 14, 0x9a3ce0));
        add(
                "visited",
                100,
                24,
                0xffffff,
                text("Minutes 2024", Font.SANS_SERIF, Font.PLAIN, 12, 0x0060d0),
                text("Minutes 2024", Font.SANS_SERIF, Font.PLAIN, 12, 0x8035b0));
        add(
                "row-green",
                150,
                22,
                0xffffff,
                filled(150, 22, 0xffffff, "Delivered 14 May"),
                filled(150, 22, 0xd8f5d8, "Delivered 14 May"));
        add(
                "row-dark",
                150,
                22,
                DARK,
                filled(150, 22, 0x2a2a2e, "Delivered 14 May"),
                filled(150, 22, 0x4a4a52, "Delivered 14 May"));
        add(
                "chosen-row",
                150,
                22,
                DARK,
                filled(150, 22, 0x2a2a2e, "Minutes.odt"),
                filled(150, 22, 0x15539e, "Minutes.odt"));
        add(
                "button-teal-rose",
                110,
                30,
                LIGHT,
                filled(110, 30, 0x20808c, "Confirm"),
                filled(110, 30, 0xb85070, "Confirm"));
    }

    private static Consumer<Graphics2D> filled(int width, int height, int ground, String text) {
        return g -> {
            g.setColor(new Color(ground));
            g.fillRect(0, 0, width, height);
            boolean dark = (ground & 0xff00) < 0x9000;
            label(text, 20, height / 2 + 5, dark ? 0xf0f0f0 : 0x1a1a1a).accept(g);
        };
    }

    private void borders() {
        Consumer<Graphics2D> button = g -> {
            g.setColor(new Color(0xe0dedc));
            g.fillRoundRect(4, 4, 90, 24, 6, 6);
            label("Continue", 24, 20, 0x202020).accept(g);
        };
        add("focus-ring", 100, 34, LIGHT, button, button.andThen(g -> {
            g.setColor(new Color(ACCENT));
            g.drawRoundRect(3, 3, 91, 25, 6, 6);
        }));
        add("focus-dots", 100, 34, LIGHT, button, button.andThen(g -> {
            g.setColor(new Color(0x202020));
            for (int x = 9; x < 90; x += 2) {
                g.fillRect(x, 8, 1, 1);
                g.fillRect(x, 24, 1, 1);
            }
        }));
        Consumer<Graphics2D> tabs = label("General", 12, 17, 0x202020).andThen(label("Fonts", 82, 17, 0x202020));
        add("chosen-tab", 130, 28, LIGHT, tabs.andThen(bar(8, 23, 56)), tabs.andThen(bar(78, 23, 44)));
    }

    private static Consumer<Graphics2D> bar(int x, int y, int width) {
        return g -> {
            g.setColor(new Color(ACCENT));
            g.fillRect(x, y, width, 3);
        };
    }

    private void places() {
        add("slider", 140, 20, LIGHT, slider(60), slider(66));
        add("moved-by-one", 160, 60, 0xffffff, lines(0), lines(1));
        add(
                "rows-exchanged",
                150,
                44,
                0xffffff,
                label("Amsterdam 14", 8, 16, 0).andThen(label("Rotterdam 17", 8, 36, 0)),
                label("Rotterdam 17", 8, 16, 0).andThen(label("Amsterdam 14", 8, 36, 0)));
        add("progress", 180, 18, DARK, progress(124), progress(128));
    }

    private static Consumer<Graphics2D> slider(int at) {
        return g -> {
            g.setColor(new Color(0xb0aeac));
            g.fillRect(6, 9, 128, 3);
            g.setColor(new Color(0x505050));
            g.fillOval(at, 4, 12, 12);
        };
    }

    private static Consumer<Graphics2D> lines(int moved) {
        return g -> {
            for (int i = -1; i < 5; i++) {
                label("Paragraph " + (i + 5) + " begins here", 12, 14 * i + 13 + moved, 0x101010)
                        .accept(g);
            }
            g.setColor(new Color(0x2060a0));
            g.drawRect(3, 3, 153, 53);
        };
    }

    private static Consumer<Graphics2D> progress(int to) {
        return g -> {
            g.setColor(new Color(0x404048));
            g.fillRect(4, 4, 172, 9);
            g.setColor(new Color(0x78aeed));
            g.fillRect(4, 4, to, 9);
        };
    }

    private void pictures() {
        Consumer<Graphics2D> photo = photo(170, 110, 5);
        add(
                "photo-play",
                170,
                110,
                0,
                photo.andThen(g -> {
                    g.setColor(Color.WHITE);
                    g.fillPolygon(new int[] {76, 76, 98}, new int[] {42, 68, 55}, 3);
                }),
                photo.andThen(g -> {
                    g.setColor(Color.WHITE);
                    g.fillRect(76, 42, 7, 26);
                    g.fillRect(89, 42, 7, 26);
                }));
        Consumer<Graphics2D> other = photo(120, 90, 9);
        add("photo-number", 120, 90, 0, other.andThen(number("2")), other.andThen(number("3")));
        add("chart", 160, 90, 0xffffff, chart(40), chart(45));
        add("table", 220, 70, 0xffffff, table("5"), table("6"));
    }

    /** Soft colours, as a photo has them. */
    private static Consumer<Graphics2D> photo(int width, int height, long seed) {
        return g -> {
            Random random = new Random(seed);
            BufferedImage small = new BufferedImage(12, 8, BufferedImage.TYPE_INT_RGB);
            for (int i = 0; i < 96; i++) {
                small.setRGB(i % 12, i / 12, random.nextInt(1 << 24));
            }
            g.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
            g.drawImage(small, 0, 0, width, height, null);
        };
    }

    private static Consumer<Graphics2D> number(String digit) {
        return g -> {
            g.setColor(Color.WHITE);
            g.fillRect(96, 4, 18, 18);
            label(digit, 102, 18, 0).accept(g);
        };
    }

    private static Consumer<Graphics2D> chart(int last) {
        return g -> {
            int[] heights = {20, 52, 34, 61, last};
            for (int i = 0; i < heights.length; i++) {
                g.setColor(new Color(i % 2 == 0 ? 0x3584e4 : 0x33d17a));
                g.fillRect(14 + 28 * i, 80 - heights[i], 20, heights[i]);
            }
            g.setColor(Color.BLACK);
            g.drawLine(8, 80, 152, 80);
        };
    }

    private static Consumer<Graphics2D> table(String digit) {
        return g -> {
            g.setColor(new Color(0xc8c8c8));
            for (int x = 0; x < 220; x += 55) {
                g.drawLine(x, 0, x, 69);
            }
            for (int y = 0; y < 70; y += 17) {
                g.drawLine(0, y, 219, y);
            }
            for (int i = 0; i < 16; i++) {
                label(i == 9 ? "237" + digit : "" + (1040 + 53 * i), 55 * (i % 4) + 14, 17 * (i / 4) + 13, 0)
                        .accept(g);
            }
        };
    }

    /** The same detail at several places. */
    private void repeated() {
        words("accents-twice", "Resume", "R\u00e9sum\u00e9", Font.SANS_SERIF, Font.PLAIN, 12, LIGHT, 0x202020);
        words("grave-too", "deja vu", "d\u00e9j\u00e0 vu", Font.MONOSPACED, Font.PLAIN, 13, DARK, DARK_INK);
        words("vowels", "eleve", "\u00e9l\u00e9ve", Font.MONOSPACED, Font.PLAIN, 13, LIGHT, 0x202020);
        words("thousands", "1.250.000", "1,250,000", Font.SANS_SERIF, Font.PLAIN, 13, 0xffffff, 0);
        words("colons", "10:00:00", "10;00;00", Font.MONOSPACED, Font.PLAIN, 12, DARK, DARK_INK);
        words("separators", "a.b.c.d", "a,b,c,d", Font.SANS_SERIF, Font.PLAIN, 12, LIGHT, 0x202020);
    }
}
