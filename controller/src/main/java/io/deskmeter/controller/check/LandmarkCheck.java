package io.deskmeter.controller.check;

import io.deskmeter.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Landmarks that the sessions' desktops cannot show. */
final class LandmarkCheck implements Check {
    @Override
    public String name() {
        return "landmarks";
    }

    @Override
    public Duration within(CheckInput checkInput) {
        return Duration.ofSeconds(10);
    }

    @Override
    public void find(CheckInput checkInput, Consumer<Finding> found) {
        findings(checkInput).forEach(found);
    }

    private static List<Finding> findings(CheckInput checkInput) {
        List<Finding> findings = new ArrayList<>();
        for (Workload workload : checkInput.workloads()) {
            for (Path file : PngSize.pictures(workload.folder().resolve("landmarks"))) {
                String where = workload.id() + "/" + workload.folder().relativize(file);
                finding(checkInput, where, file).ifPresent(findings::add);
            }
        }
        return findings;
    }

    private static Optional<Finding> finding(CheckInput checkInput, String where, Path file) {
        int width = checkInput.profile().target().width();
        int height = checkInput.profile().target().height();
        try {
            PngSize size = PngSize.of(file);
            return size.width() <= width && size.height() <= height
                    ? Optional.empty()
                    : Optional.of(Finding.error(
                            "landmark size",
                            where,
                            size + ", larger than the target's desktop of " + width + "x" + height,
                            "a landmark that the whole desktop can show",
                            "a larger `desktop` in the target, or a smaller landmark"));
        } catch (IOException e) {
            return Optional.of(
                    Finding.error("workload", where, String.valueOf(e.getMessage()), "a PNG image", "export it again"));
        }
    }
}
