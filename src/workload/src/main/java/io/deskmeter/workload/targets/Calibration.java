package io.deskmeter.workload.targets;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * Pictures that replace landmarks of workloads on a target where these look different, because an application has
 * another theme, scale or version there.
 *
 * @param name of its folder
 * @param date when it was made, UTC; a label
 * @param display on which the pictures were captured, for people: {@code 1280x800 through rfb}
 * @param pictures sorted by workload and landmark, at most one of each
 */
public record Calibration(String name, LocalDate date, String display, List<Picture> pictures) {
    public Calibration {
        pictures = pictures.stream()
                .sorted(Comparator.comparing(Picture::workload).thenComparing(Picture::landmark))
                .toList();
    }

    /** Those of one workload. */
    public List<Picture> of(String workload) {
        return pictures.stream()
                .filter(picture -> picture.workload().equals(workload))
                .toList();
    }

    /**
     * SHA-256 over the pictures and what they replace, hexadecimal: runs with equal ones looked for the same pictures.
     */
    public String checksum() {
        StringBuilder all = new StringBuilder();
        for (Picture picture : pictures) {
            all.append(picture.workload())
                    .append(' ')
                    .append(picture.landmark())
                    .append(' ');
            all.append(picture.replaces()).append(' ').append(picture.png()).append('\n');
        }
        return sha256(all.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** SHA-256, hexadecimal. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 (expected: in every Java platform)", e);
        }
    }

    /**
     * One captured picture.
     *
     * @param workload id
     * @param landmark that it replaces: its path in the workload's folder
     * @param replaces SHA-256 of the landmark's file for which it was captured, hexadecimal
     * @param png the file, in Base64
     */
    public record Picture(String workload, String landmark, String replaces, String png) {}
}
