package io.deskmeter.workload.yaml.targets;

import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.picture.PictureText;
import io.deskmeter.workload.yaml.profile.References;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads and writes a calibration: by its name, where a catalog is at hand, or with all its pictures. */
public final class CalibrationReader {
    /** Of all files together. With them a run profile stays below the size of a document. */
    public static final int MOST_BYTES = 128 << 10;

    private static final Pattern LANDMARK = Pattern.compile("(?!.*\\.\\.)landmarks/[A-Za-z0-9._/-]{1,200}\\.png");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    private CalibrationReader() {}

    /** A name, which is looked up, or the calibration itself. */
    static Optional<Calibration> read(Value value, References references) {
        return value.isText() ? references.calibration(value) : Optional.of(document(value));
    }

    /** The calibration itself. */
    public static Calibration document(Value value) {
        Fields fields = value.fields("a calibration", Set.of("name", "date", "display", "pictures"));
        Calibration calibration = new Calibration(
                fields.required("name", of -> of.text(Keywords.NAME, Keywords.NAME_FORM), ""),
                fields.required("date", CalibrationReader::date, LocalDate.EPOCH),
                fields.optional("display", of -> of.text(Keywords.TITLE, Keywords.TITLE_FORM), ""),
                fields.required("pictures", CalibrationReader::pictures, List.of()));
        int bytes = calibration.pictures().stream()
                .mapToInt(picture -> Base64.getDecoder().decode(picture.png()).length)
                .sum();
        if (bytes > MOST_BYTES) {
            value.problem("calibration " + calibration.name() + ": " + bytes / 1024 + " KiB of pictures (expected: at"
                    + " most " + MOST_BYTES / 1024 + " KiB together; hint: one calibration for each workload)");
        }
        return calibration;
    }

    private static LocalDate date(Value value) {
        String text = value.text(DATE, "a date as `2026-11-23`");
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
            Fields fields =
                    item.fields("a picture of a calibration", Set.of("workload", "landmark", "replaces", "picture"));
            Calibration.Picture picture = new Calibration.Picture(
                    fields.required("workload", of -> of.text(Keywords.ID, Keywords.ID_FORM), ""),
                    fields.required("landmark", of -> of.text(LANDMARK, "a landmark as `landmarks/saved.png`"), ""),
                    fields.required(
                            "replaces",
                            of -> of.text(SHA256, "the SHA-256 of the landmark's file, 64 small hexadecimal digits"),
                            ""),
                    fields.required("picture", PictureText::read, PictureText.PLACEHOLDER)
                            .png());
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

    /** The canonical form. */
    static Map<String, Object> write(Calibration calibration) {
        return write(calibration, picture -> PictureText.write("picture.png", picture.png()));
    }

    /**
     * The canonical form of a calibration.
     *
     * @param words what stands for a picture's bytes
     */
    public static Map<String, Object> write(Calibration calibration, Function<Calibration.Picture, String> words) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", calibration.name());
        map.put("date", calibration.date().toString());
        if (!calibration.display().isEmpty()) {
            map.put("display", calibration.display());
        }
        List<Map<String, Object>> pictures = new ArrayList<>();
        for (Calibration.Picture picture : calibration.pictures()) {
            Map<String, Object> item = new LinkedHashMap<>();
            item.put("workload", picture.workload());
            item.put("landmark", picture.landmark());
            item.put("replaces", picture.replaces());
            item.put("picture", words.apply(picture));
            pictures.add(item);
        }
        map.put("pictures", pictures);
        return map;
    }
}
