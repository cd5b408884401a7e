package io.deskmeter.testsupport.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a page that is generated from code, the text between the lines {@code <!-- NAME -->} and {@code <!-- end of
 * NAME -->}; or a whole file.
 */
public final class GeneratedSection {
    /** Run with {@code -Dupdate.docs=true} to update sections. */
    private static final String UPDATE = "update.docs";

    private GeneratedSection() {}

    /**
     * Fails if the section differs from this text; with the property set, writes the section.
     *
     * @param text lines, the last with its end
     */
    public static void check(Path page, String name, String text) throws IOException {
        String begin = "<!-- " + name + " -->\n";
        String end = "<!-- end of " + name + " -->";
        String all = Files.readString(page);
        int from = all.indexOf(begin) + begin.length();
        int to = all.indexOf(end);
        assertThat(all)
                .as(page + ": a section between " + begin.strip() + " and " + end)
                .contains(begin, end);
        if (Boolean.getBoolean(UPDATE)) {
            Files.writeString(page, all.substring(0, from) + text + all.substring(to));
        } else {
            assertThat(all.substring(from, to))
                    .as(page + ", section " + name + " (hint: run this test with -D" + UPDATE + "=true)")
                    .isEqualTo(text);
        }
    }

    /**
     * The same for a file that is generated as a whole.
     *
     * @param text lines, the last with its end
     */
    public static void checkFile(Path file, String text) throws IOException {
        if (Boolean.getBoolean(UPDATE)) {
            Files.writeString(file, text);
        } else {
            assertThat(Files.readString(file))
                    .as(file + " (hint: run this test with -D" + UPDATE + "=true)")
                    .isEqualTo(text);
        }
    }
}
