package io.deskmeter.controller.report;

import io.deskmeter.evidence.Markup;
import io.deskmeter.workload.targets.Calibration;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The calibration with which a run was made.
 *
 * @param name of its folder
 * @param date when it was made, ISO 8601
 * @param display on which its pictures were captured
 * @param sha256 over the pictures: runs with equal ones looked for the same
 * @param pictures sorted by workload and landmark
 */
@Schema(name = "ReportCalibration")
public record CalibrationInfo(
        String name, String date, String display, String sha256, List<CalibratedPicture> pictures) {
    public CalibrationInfo {
        pictures = List.copyOf(pictures);
    }

    /** For a report. */
    public static CalibrationInfo of(Calibration calibration) {
        return new CalibrationInfo(
                calibration.name(),
                calibration.date().toString(),
                calibration.display(),
                calibration.checksum(),
                calibration.pictures().stream()
                        .map(picture -> new CalibratedPicture(
                                picture.workload(), picture.landmark(), picture.replaces(), picture.png()))
                        .toList());
    }

    /**
     * One captured picture.
     *
     * @param workload id
     * @param landmark that it replaces
     * @param replaces SHA-256 of the landmark's file
     * @param png the file, in Base64
     */
    @Schema(name = "ReportCalibratedPicture")
    public record CalibratedPicture(String workload, String landmark, String replaces, String png) {}

    /** Shows the pictures. */
    public void show(Markup out) {
        out.element(
                "p",
                name + " of " + date + (display.isEmpty() ? "" : ", " + display) + ", SHA-256 " + sha256
                        + ". These pictures were looked for in place of the workloads' own.");
        out.open("ul");
        for (CalibratedPicture picture : pictures) {
            out.open("li").leaf("img", "src", "data:image/png;base64," + picture.png(), "alt", picture.landmark());
            out.text(" " + picture.landmark() + " of " + picture.workload()).close();
        }
        out.close();
    }
}
