package io.deskmeter.bench.pairs;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Pairs that differ as the states of applications do, drawn with words, fonts, sizes and colours by chance. Equal seeds
 * draw equal pairs.
 */
final class OwnPairs {
    private static final String[] WORDS = {
        "harbour", "Invoice", "quarter", "Minutes", "budget", "Paste special", "crane", "delivery", "Orchard", "ledger"
    };
    private static final String[] FONTS = {"DejaVu Sans", "Liberation Sans", "Liberation Serif", "DejaVu Sans Mono"};
    private static final int[] GROUNDS = {0xffffff, 0xf0f0f0, 0xf6f5f4, 0x242428, 0x1e1e1e, 0xe8eef7};
    /** Shares of the contrast that pale ink keeps, in percent. */
    private static final int LEAST_PALE = 12;

    private static final int MOST_PALE = 35;

    /** Weights of ITU-R BT.601, in thousandths. */
    private static final int[] LUMA = {299, 587, 114};

    private final Random random;
    private final List<NearPair> pairs = new ArrayList<>();

    private OwnPairs(long seed) {
        random = new Random(seed);
    }

    /**
     * The pairs of a seed.
     *
     * @param ofKind how many there are of each kind
     */
    static List<NearPair> of(long seed, int ofKind) {
        OwnPairs all = new OwnPairs(seed);
        for (int i = 0; i < ofKind; i++) {
            all.pageNumber();
            all.star();
            all.tick();
            all.equalLuma();
            all.greyedIcon();
            all.paleWords();
            all.otherInk();
            all.emptiedCell();
            all.percent();
        }
        return List.copyOf(all.pairs);
    }

    private record Style(Font font, int ground, int ink) {
        int width(int characters) {
            return characters * font.getSize() * 7 / 10 + 10;
        }

        int height() {
            return font.getSize() + 10;
        }
    }

    private Style style() {
        int ground = GROUNDS[random.nextInt(GROUNDS.length)];
        int ink = isDark(ground) ? grey(0xd0 + random.nextInt(0x30)) : grey(random.nextInt(0x40));
        return new Style(font(), ground, ink);
    }

    private Font font() {
        return new Font(FONTS[random.nextInt(FONTS.length)], Font.PLAIN, 11 + random.nextInt(6));
    }

    private static boolean isDark(int ground) {
        return (ground >> 8 & 0xff) < 0x80;
    }

    private static int grey(int value) {
        return value << 16 | value << 8 | value;
    }

    private String word() {
        return WORDS[random.nextInt(WORDS.length)];
    }

    private void add(
            String kind, int width, int height, int ground, Consumer<Graphics2D> one, Consumer<Graphics2D> other) {
        pairs.add(new NearPair(
                kind + " " + (pairs.size() + 1),
                drawn(width, height, ground, one),
                drawn(width, height, ground, other)));
    }

    private static BufferedImage drawn(int width, int height, int ground, Consumer<Graphics2D> content) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(new Color(ground));
        g.fillRect(0, 0, width, height);
        content.accept(g);
        g.dispose();
        return image;
    }

    private static Consumer<Graphics2D> text(String text, Style style, int ink, int x) {
        return g -> {
            g.setFont(style.font());
            g.setColor(new Color(ink));
            g.drawString(text, x, style.font().getSize() + 4);
        };
    }

    private void words(String kind, Style style, String one, String other) {
        add(
                kind,
                style.width(Math.max(one.length(), other.length())),
                style.height(),
                style.ground(),
                text(one, style, style.ink(), 5),
                text(other, style, style.ink(), 5));
    }

    private void pageNumber() {
        int page = 1 + random.nextInt(9);
        int other = 1 + (page + random.nextInt(8)) % 9;
        words("page-number", style(), "Page " + page + " of 9", "Page " + other + " of 9");
    }

    private void star() {
        String name = word() + ".odt";
        words("star", style(), name, "*" + name);
    }

    private void tick() {
        Style style = style();
        String label = word();
        Consumer<Graphics2D> box = text(label, style, style.ink(), 24).andThen(g -> {
            g.setColor(new Color(grey(0x80)));
            g.drawRect(4, 3, 13, 13);
        });
        Consumer<Graphics2D> ticked = box.andThen(g -> {
            g.setColor(new Color(style.ink()));
            g.setStroke(new BasicStroke(2));
            g.drawPolyline(new int[] {7, 10, 15}, new int[] {10, 13, 6}, 3);
        });
        add("tick", 20 + style.width(label.length()), Math.max(21, style.height()), style.ground(), box, ticked);
    }

    /** Lamps whose colours have the same luma. */
    private void equalLuma() {
        Style style = style();
        int one = Color.HSBtoRGB(random.nextFloat(), 0.9f, 0.6f + random.nextFloat() * 0.3f) & 0xffffff;
        int other = ofLuma(luma(one), one);
        add(
                "equal-luma",
                24 + style.width(8),
                Math.max(24, style.height()),
                style.ground(),
                lamp(one, style),
                lamp(other, style));
    }

    private static Consumer<Graphics2D> lamp(int colour, Style style) {
        return text("Server", style, style.ink(), 26).andThen(g -> {
            g.setColor(new Color(colour));
            g.fillOval(4, 3, 16, 16);
        });
    }

    private static int luma(int rgb) {
        return (LUMA[0] * (rgb >> 16 & 0xff) + LUMA[1] * (rgb >> 8 & 0xff) + LUMA[2] * (rgb & 0xff)) / 1000;
    }

    /** The colour of this luma, to a level, that is farthest from another one among some. */
    private int ofLuma(int luma, int from) {
        int best = grey(luma);
        int farthest = 0;
        for (int i = 0; i < 20_000; i++) {
            int candidate = random.nextInt(1 << 24);
            int distance = Math.abs((candidate >> 16 & 0xff) - (from >> 16 & 0xff))
                    + Math.abs((candidate & 0xff) - (from & 0xff));
            if (Math.abs(luma(candidate) - luma) <= 1 && distance > farthest) {
                farthest = distance;
                best = candidate;
            }
        }
        return best;
    }

    private void greyedIcon() {
        int ground = GROUNDS[random.nextInt(GROUNDS.length)];
        int size = 16 + 8 * random.nextInt(3);
        int fill = Color.HSBtoRGB(random.nextFloat(), 0.8f, 0.8f) & 0xffffff;
        int detail = Color.HSBtoRGB(random.nextFloat(), 0.6f, 0.95f) & 0xffffff;
        add(
                "greyed-icon",
                size + 8,
                size + 8,
                ground,
                icon(size, fill, detail),
                icon(size, grey(luma(fill)), grey(luma(detail))));
    }

    private static Consumer<Graphics2D> icon(int size, int fill, int detail) {
        return g -> {
            g.setColor(new Color(fill));
            g.fillRoundRect(4, 4, size, size, 5, 5);
            g.setColor(new Color(detail));
            g.fillRect(4 + size / 4, 4 + size / 2, size / 2, size / 2 - 2);
            g.fillOval(4 + size / 3, 6, size / 3, size / 3);
        };
    }

    /** Words of little contrast that differ in a character. */
    private void paleWords() {
        Style style = style();
        int share = LEAST_PALE + random.nextInt(MOST_PALE - LEAST_PALE);
        Style pale = new Style(style.font(), style.ground(), mixed(style.ground(), style.ink(), share));
        int digit = random.nextInt(10);
        String word = word();
        words("pale-words", pale, word + " " + digit, word + " " + (digit + 1 + random.nextInt(9)) % 10);
    }

    /** @param percent of the second colour */
    private static int mixed(int one, int other, int percent) {
        int rgb = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int channel = ((one >> shift & 0xff) * (100 - percent) + (other >> shift & 0xff) * percent) / 100;
            rgb |= channel << shift;
        }
        return rgb;
    }

    /** The same words in the colour of links, of errors, or of what cannot be chosen. */
    private void otherInk() {
        Style style = style();
        int[] inks = {
            isDark(style.ground()) ? 0x78aeed : 0x1a5fb4,
            isDark(style.ground()) ? 0xff7b63 : 0xc01c28,
            mixed(style.ground(), style.ink(), 55)
        };
        int ink = inks[random.nextInt(inks.length)];
        String words = word() + " " + word();
        add(
                "other-ink",
                style.width(words.length()),
                style.height(),
                style.ground(),
                text(words, style, style.ink(), 5),
                text(words, style, ink, 5));
    }

    private void emptiedCell() {
        Font font = font();
        Style style = new Style(font, 0xffffff, 0);
        int value = 100 + random.nextInt(900);
        int column = random.nextInt(3);
        add("emptied-cell", 180, 66, 0xffffff, cells(style, value, -1), cells(style, value, column));
    }

    private static Consumer<Graphics2D> cells(Style style, int value, int emptied) {
        return g -> {
            for (int i = 0; i < 9; i++) {
                int x = i % 3 * 60;
                int y = i / 3 * 22;
                g.setColor(new Color(grey(0xc0)));
                g.drawRect(x, y, 60, 22);
                g.setFont(style.font());
                g.setColor(new Color(style.ink()));
                if (i != 3 + emptied || emptied < 0) {
                    g.drawString(String.valueOf(value + 37 * i), x + 12, y + 17);
                }
            }
        };
    }

    private void percent() {
        Style style = style();
        int accent = Color.HSBtoRGB(random.nextFloat(), 0.6f, 0.7f) & 0xffffff;
        add("percent", 160, 22, style.ground(), bar(98, accent, style), bar(99, accent, style));
    }

    private static Consumer<Graphics2D> bar(int percent, int accent, Style style) {
        return g -> {
            g.setColor(new Color(accent));
            g.fillRect(2, 2, 156 * percent / 100, 18);
            g.setFont(style.font().deriveFont(12f));
            g.setColor(Color.BLACK);
            g.drawString(percent + " %", 64, 16);
        };
    }
}
