package io.deskmeter.agent.calibration;

import io.deskmeter.workload.targets.Calibration;
import java.util.List;
import java.util.Locale;

/**
 * A captured picture.
 *
 * @param picture for the calibration
 * @param operation at whose end it was captured
 * @param place of the screen
 * @param others that might have been it, the most alike first
 * @param remarks of the lint rules; warnings only
 */
public record Capture(
        Calibration.Picture picture, String operation, Place place, List<Place> others, List<String> remarks) {
    public Capture {
        others = List.copyOf(others);
        remarks = List.copyOf(remarks);
    }

    /** One line for people. */
    public String words() {
        String notes = remarks.isEmpty() ? "" : "; " + String.join("; ", remarks);
        if (!others.isEmpty()) {
            String places = String.join(", ", others.stream().map(Place::words).toList());
            notes += "; look at the page, it might also be " + places + " (hint: --place)";
        }
        return String.format(
                Locale.ROOT,
                "%s of %s: %s after %s, %s, %.0f %% like the shipped one%s",
                picture.landmark(),
                picture.workload(),
                place.words(),
                operation,
                place.why(),
                Math.max(0, place.likeness()) * 100,
                notes);
    }
}
