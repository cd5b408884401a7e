package io.deskmeter.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Makes text of a peer printable. What a terminal or an editor would obey instead of showing it becomes an escape that
 * is read as in a program: {@code \r}, {@code \n}, {@code \t}, {@code \x1b}, {@code \u202e}. All other characters stay
 * as they are. Printable text is not changed, so it does no harm to make it printable twice.
 */
public final class PeerText {
    private static final int LAST_OF_ONE_BYTE = 0xFF;
    private static final int LAST_OF_TWO_BYTES = 0xFFFF;

    private PeerText() {}

    /** Decodes UTF-8 to one line; invalid bytes are replaced by U+FFFD. */
    public static String line(byte[] data, int at, int length) {
        return line(decoded(data, at, length, StandardCharsets.UTF_8));
    }

    /** Decodes to one line. */
    public static String line(byte[] data, Charset charset) {
        return line(decoded(data, 0, data.length, charset));
    }

    /** Decodes UTF-8 to lines, which stay lines. */
    public static String lines(byte[] data) {
        return lines(data, StandardCharsets.UTF_8);
    }

    /** Decodes to lines, which stay lines. */
    public static String lines(byte[] data, Charset charset) {
        return lines(decoded(data, 0, data.length, charset));
    }

    private static String decoded(byte[] data, int at, int length, Charset charset) {
        return new String(data, at, length, charset);
    }

    /** As one line: line breaks and tabs are escaped, too. */
    public static String line(String text) {
        return printable(text, false);
    }

    /** As lines: line breaks ({@code \n}, and {@code \r\n} as {@code \n}) and tabs stay. */
    public static String lines(String text) {
        return printable(text, true);
    }

    private static String printable(String text, boolean keepsLines) {
        int at = firstToEscape(text, keepsLines);
        if (at == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, at);
        while (at < text.length()) {
            int c = text.codePointAt(at);
            int next = at + Character.charCount(c);
            if (!isToEscape(c, keepsLines)) {
                out.appendCodePoint(c);
            } else if (!keepsLines || c != '\r' || next == text.length() || text.charAt(next) != '\n') {
                escape(c, out);
            }
            at = next;
        }
        return out.toString();
    }

    private static int firstToEscape(String text, boolean keepsLines) {
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (isToEscape(c, keepsLines)) {
                break;
            }
            at += Character.charCount(c);
        }
        return at;
    }

    private static boolean isToEscape(int c, boolean keepsLines) {
        if (c >= ' ' && c <= '~') {
            return false;
        }
        if (keepsLines && (c == '\n' || c == '\t')) {
            return false;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }

    private static void escape(int c, StringBuilder out) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c <= LAST_OF_ONE_BYTE) {
                    out.append("\\x").append(hex(c, 2));
                } else if (c <= LAST_OF_TWO_BYTES) {
                    out.append("\\u").append(hex(c, 4));
                } else {
                    out.append("\\U").append(hex(c, 8));
                }
            }
        }
    }

    private static String hex(int c, int digits) {
        String plain = Integer.toHexString(c);
        return "0".repeat(digits - plain.length()) + plain;
    }
}
