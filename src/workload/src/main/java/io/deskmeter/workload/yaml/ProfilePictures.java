package io.deskmeter.workload.yaml;

import io.deskmeter.workload.yaml.picture.PictureText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the pictures of a run profile's target into the document, so that it is complete wherever it is sent. Lines keep
 * their numbers.
 */
public final class ProfilePictures {
    /**
     * A file's name as a value: after the {@code :} of its key, a quote or not around it. Nothing else of a run profile
     * ends with .png.
     */
    private static final Pattern FILE = Pattern.compile(
            "(?<=:\\s{1,20})([\"']?)([A-Za-z0-9._][A-Za-z0-9._/-]*\\.png)\\1(?=\\s*(?:[,}\\]#\\r\\n]|$))");

    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    private ProfilePictures() {}

    /**
     * Replaces each name of a PNG file that exists by the file itself. Other names stay: the reader of the document
     * reports them.
     *
     * @param profile the file of the document; names are relative to its folder
     * @throws IOException if a file cannot be read
     */
    public static String inline(String yaml, Path profile) throws IOException {
        return inline(yaml, profile, false);
    }

    /**
     * The same for those who want to know the target only: a picture that is still to be made is a single pixel.
     *
     * @throws IOException if a file cannot be read
     */
    public static String inlineOrBlank(String yaml, Path profile) throws IOException {
        return inline(yaml, profile, true);
    }

    private static String inline(String yaml, Path profile, boolean mayLack) throws IOException {
        Matcher names = FILE.matcher(yaml);
        StringBuilder complete = new StringBuilder();
        while (names.find()) {
            names.appendReplacement(complete, Matcher.quoteReplacement(picture(names, profile, mayLack)));
        }
        return names.appendTail(complete).toString();
    }

    private static String picture(Matcher names, Path profile, boolean mayLack) throws IOException {
        String name = names.group(2);
        Path file = profile.resolveSibling(name);
        if (mayLack && Files.notExists(file)) {
            return '"' + PictureText.write(name, PIXEL) + '"';
        }
        if (!Files.isRegularFile(file) || Files.size(file) > PictureText.MOST_BYTES) {
            return names.group();
        }
        String base64 = Base64.getEncoder().encodeToString(Files.readAllBytes(file));
        return '"' + PictureText.write(name, base64) + '"';
    }
}
