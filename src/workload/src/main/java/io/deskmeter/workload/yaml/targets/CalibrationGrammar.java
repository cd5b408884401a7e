package io.deskmeter.workload.yaml.targets;

import static io.deskmeter.workload.yaml.grammar.Definitions.anyOf;

import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import io.deskmeter.workload.yaml.picture.PictureText;
import io.deskmeter.workload.yaml.profile.References;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The keys of a calibration: by its name, where a catalog is at hand, or with all its pictures. */
public final class CalibrationGrammar {
    /** Of all files together. With them a run profile stays below the size of a document. */
    public static final int MOST_BYTES = 128 << 10;

    private static final Pattern LANDMARK = Pattern.compile("(?!.*\\.\\.)landmarks/[A-Za-z0-9._/-]{1,200}\\.png");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final String DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}";

    private static final Key<Calibration.Picture, String> WORKLOAD = Key.required(
                    "workload", Types.ID, "", Calibration.Picture::workload)
            .help("whose landmark it is");
    private static final Key<Calibration.Picture, String> REPLACED = Key.required(
                    "landmark",
                    Types.text(LANDMARK, "a landmark as `landmarks/saved.png`"),
                    "",
                    Calibration.Picture::landmark)
            .help("the landmark that it replaces");
    private static final Key<Calibration.Picture, String> REPLACES = Key.required(
                    "replaces",
                    Types.text(SHA256, "the SHA-256 of the landmark's file, 64 small hexadecimal digits"),
                    "",
                    Calibration.Picture::replaces)
            .help("the SHA-256 of that landmark's file");
    private static final Key<Calibration.Picture, String> PNG = Key.required(
                    "picture",
                    Types.quantity(
                            "a picture",
                            // More is read, with a message that says what is wrong.
                            "data:image/png;.*",
                            value -> PictureText.read(value).png(),
                            png -> PictureText.write("picture.png", png)),
                    "",
                    Calibration.Picture::png)
            .help("the picture that is looked for instead");
    private static final MapType<Calibration.Picture> PICTURE = MapType.of(
            "a picture of a calibration",
            fields -> new Calibration.Picture(
                    WORKLOAD.in(fields), REPLACED.in(fields), REPLACES.in(fields), PNG.in(fields)),
            WORKLOAD,
            REPLACED,
            REPLACES,
            PNG);

    private static final Key<Calibration, String> NAME =
            Key.required("name", Types.NAME, "", Calibration::name).help("what it is called");
    private static final Key<Calibration, LocalDate> DAY = Key.required(
                    "date",
                    Types.quantity("a date", DATE, CalibrationGrammar::date, LocalDate::toString),
                    LocalDate.EPOCH,
                    Calibration::date)
            .help("when it was made");
    private static final Key<Calibration, String> DISPLAY =
            Key.optional("display", Types.TITLE, "", Calibration::display).help("the display that it was made on");
    private static final Key<Calibration, List<Calibration.Picture>> PICTURES = Key.required(
                    "pictures",
                    Types.list("pictures", PICTURE).readBy(CalibrationGrammar::pictures),
                    List.of(),
                    Calibration::pictures)
            .help("what is looked for instead of landmarks");
    private static final MapType<Calibration> DOCUMENT =
            MapType.of("a calibration", CalibrationGrammar::document, NAME, DAY, DISPLAY, PICTURES);

    /** The calibration itself, or in a schema also its name, which is looked up where there is a catalog. */
    static final Type<Calibration> CALIBRATION = Type.of(
            "a name, or a map",
            d -> anyOf(Types.NAME.schema(d), DOCUMENT.schema(d)),
            CalibrationGrammar::document,
            DOCUMENT::write);

    private CalibrationGrammar() {}

    /** A name, which is looked up, or the calibration itself. */
    static Optional<Calibration> read(Value value, References references) {
        return value.isText() ? references.calibration(value) : Optional.of(document(value));
    }

    /** The calibration itself. */
    public static Calibration document(Value value) {
        return DOCUMENT.read(value);
    }

    private static Calibration document(Fields fields) {
        Calibration calibration =
                new Calibration(NAME.in(fields), DAY.in(fields), DISPLAY.in(fields), PICTURES.in(fields));
        int bytes = calibration.pictures().stream()
                .mapToInt(picture -> Base64.getDecoder().decode(picture.png()).length)
                .sum();
        if (bytes > MOST_BYTES) {
            fields.map()
                    .problem("calibration " + calibration.name() + ": " + bytes / 1024
                            + " KiB of pictures (expected: at" + " most " + MOST_BYTES / 1024
                            + " KiB together; hint: one calibration for each workload)");
        }
        return calibration;
    }

    private static LocalDate date(Value value) {
        String text = value.text(Pattern.compile(DATE), "a date as `2026-11-23`");
        try {
            return text.isEmpty() ? LocalDate.EPOCH : LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            value.expected("a date as `2026-11-23`");
            return LocalDate.EPOCH;
        }
    }

    private static List<Calibration.Picture> pictures(Value value) {
        List<Calibration.Picture> pictures = new ArrayList<>();
        for (Value item : value.items("pictures")) {
            Calibration.Picture picture = PICTURE.read(item);
            boolean twice = pictures.stream()
                    .anyMatch(other -> other.workload().equals(picture.workload())
                            && other.landmark().equals(picture.landmark()));
            if (twice) {
                item.problem("a second picture for " + picture.landmark() + " of " + picture.workload()
                        + " (expected: one of each)");
            }
            pictures.add(picture);
        }
        return pictures;
    }

    /**
     * The canonical form of a calibration.
     *
     * @param words what stands for a picture's bytes
     */
    public static Map<String, Object> write(Calibration calibration, Function<Calibration.Picture, String> words) {
        Map<String, Object> map = DOCUMENT.write(calibration);
        map.put(
                PICTURES.name(),
                calibration.pictures().stream()
                        .map(picture -> {
                            Map<String, Object> written = PICTURE.write(picture);
                            written.put(PNG.name(), words.apply(picture));
                            return written;
                        })
                        .toList());
        return map;
    }
}
