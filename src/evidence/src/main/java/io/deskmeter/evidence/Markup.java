package io.deskmeter.evidence;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes HTML and SVG. Every text and every attribute value is escaped here and nowhere else, so a name of a workload
 * cannot become markup. A value that becomes a link leads to what belongs to the page, or nowhere. Attributes are given
 * as name, value, name, value; a double is written with one decimal, enough for a coordinate.
 */
public final class Markup {
    /** Attributes that make a browser ask for something. */
    private static final Set<String> LINKS = Set.of("href", "src", "srcset", "action", "poster", "data", "xlink:href");

    /**
     * A place of this page, a picture in it, or a file beside or below it: no scheme, no other host, nothing above the
     * folder.
     */
    private static final Pattern LINK = Pattern.compile("#[A-Za-z0-9._-]*"
            + "|data:image/(png|svg\\+xml);base64,[A-Za-z0-9+/=]*"
            + "|(\\./)?[A-Za-z0-9%][A-Za-z0-9._~%+-]*(/[A-Za-z0-9%][A-Za-z0-9._~%+-]*)*");

    private static final String REFUSED = "#refused";

    private final StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element. */
    public Markup open(String tag, Object... attributes) {
        tag(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    /** Closes the element opened last. */
    public Markup close() {
        String tag = open.pop();
        out.append("</").append(tag).append('>');
        if (!tag.equals("span") && !tag.equals("title")) {
            out.append('\n');
        }
        return this;
    }

    /** An element with nothing but text. */
    public Markup element(String tag, String text, Object... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** An element without content: SVG shapes, void elements of HTML. */
    public Markup leaf(String tag, Object... attributes) {
        tag(tag, attributes);
        out.append("/>\n");
        return this;
    }

    /** A part that a reader may unfold. */
    public Markup details(String summary, boolean unfolded, Runnable content) {
        if (unfolded) {
            open("details", "open", "open");
        } else {
            open("details");
        }
        element("summary", summary);
        content.run();
        return close();
    }

    /** Text, escaped. */
    public Markup text(String text) {
        escape(text);
        return this;
    }

    /** A style sheet of our own, which must not be escaped. */
    public Markup style(String css) {
        out.append("<style>\n").append(css).append("</style>\n");
        return this;
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("open elements: " + open + " (expected: all closed)");
        }
        return out.toString();
    }

    private void tag(String tag, Object... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            String value =
                    attributes[i + 1] instanceof Double number ? coordinate(number) : attributes[i + 1].toString();
            escape(
                    LINKS.contains(attributes[i].toString())
                                    && !LINK.matcher(value).matches()
                            ? REFUSED
                            : value);
            out.append('"');
        }
    }

    /** Text as it stands in the document. */
    public static String escaped(String text) {
        Markup markup = new Markup();
        markup.out.setLength(0);
        return markup.text(text).toString();
    }

    private static String coordinate(double value) {
        return Double.toString(Math.round(value * 10) / 10.0);
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                // Control characters have no place in HTML and could hide something.
                default -> out.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
            }
        }
    }
}
