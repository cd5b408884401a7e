package io.deskmeter.workload.yaml.picture;

import io.deskmeter.workload.targets.Agentless.Picture;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A picture within a document: {@code data:image/png;name=panel.png;base64,…}, where the name may be left out. */
public final class PictureText {
    /** Of the file. A landmark is small; larger ones are slips. */
    public static final int MOST_BYTES = 64 << 10;

    private static final Pattern FORM =
            Pattern.compile("data:image/png;(?:name=([A-Za-z0-9._/-]{1,200});)?base64,([A-Za-z0-9+/]+={0,2})");
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    public static final Picture PLACEHOLDER = new Picture("", "");

    /** In a schema also a file beside the profile, which the command line replaces by the picture. */
    public static final Type<Picture> PICTURE = Types.quantity(
                    "a picture",
                    "(data:image/png;(name=[A-Za-z0-9._/-]{1,200};)?base64,[A-Za-z0-9+/]+={0,2}|[A-Za-z0-9._][A-Za-z0-9._/-]*\\.png)",
                    PictureText::read,
                    picture -> write(picture.name(), picture.png()))
            .named("picture");

    private PictureText() {}

    public static String write(String name, String base64) {
        return "data:image/png;name=" + name + ";base64," + base64;
    }

    public static Picture read(Value value) {
        Matcher text = FORM.matcher(value.string().orElse(""));
        if (!text.matches()) {
            value.expected(
                    "a PNG file beside the profile, where `./deskmeter run`, `check` or `agent try` reads it; elsewhere"
                            + " `data:image/png;base64,…`");
            return PLACEHOLDER;
        }
        Optional<byte[]> bytes = decoded(text.group(2));
        if (bytes.isEmpty() || bytes.get().length > MOST_BYTES || !isPng(bytes.get())) {
            value.expected("a PNG file of at most " + MOST_BYTES / 1024 + " KiB, in Base64");
            return PLACEHOLDER;
        }
        String name = text.group(1) == null ? "picture" : text.group(1);
        return new Picture(name, text.group(2));
    }

    private static Optional<byte[]> decoded(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isPng(byte[] bytes) {
        for (int i = 0; i < PNG.length; i++) {
            if (i >= bytes.length || bytes[i] != PNG[i]) {
                return false;
            }
        }
        return true;
    }
}
