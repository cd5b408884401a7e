package io.deskmeter.text;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By which name people start these programs: {@code ./deskmeter} in a tree of sources, which all texts have, and
 * {@code deskmeter} where packages have installed them. Texts for people pass here when they leave the program, so that
 * what a message advises can be pasted.
 */
public final class CommandName {
    /** The system property with which an installed launcher says so. */
    public static final String PROPERTY = "deskmeter.command";

    private static final String IN_A_TREE = "./deskmeter";

    /** Not a part of a path. Usages of a terminal have it behind a colour, which ends with a letter. */
    private static final Pattern NAME =
            Pattern.compile("(?:(?<![\\w./-])|(?<=\\x1b\\[[0-9;]{0,20}m))\\./deskmeter(?![\\w./-])");

    private CommandName() {}

    /** A text, with the name that is right here. */
    public static String in(String text) {
        String here = System.getProperty(PROPERTY, IN_A_TREE);
        return here.equals(IN_A_TREE) ? text : NAME.matcher(text).replaceAll(Matcher.quoteReplacement(here));
    }

    /** A stream for people, in UTF-8, that has the name that is right here; the same stream in a tree. */
    public static PrintStream in(PrintStream stream) {
        return System.getProperty(PROPERTY, IN_A_TREE).equals(IN_A_TREE)
                ? stream
                : new PrintStream(new Replacing(stream), true, StandardCharsets.UTF_8);
    }

    /** What is printed at once comes at once, up to some thousand bytes. */
    private static final class Replacing extends FilterOutputStream {
        /** A character for each byte, so that any bytes pass unchanged. */
        private static final Charset BYTES = StandardCharsets.ISO_8859_1;

        Replacing(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(in(new String(bytes, from, length, BYTES)).getBytes(BYTES));
        }
    }
}
