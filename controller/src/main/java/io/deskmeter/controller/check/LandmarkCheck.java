package io.deskmeter.controller.check;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.targets.Agentless;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
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
    public void find(CheckInput checkInput, Consumer<PreflightFinding> found) {
        findings(checkInput).forEach(found);
    }

    private static List<PreflightFinding> findings(CheckInput checkInput) {
        List<PreflightFinding> findings = new ArrayList<>();
        for (Workload workload : checkInput.workloads()) {
            for (Path file : PngSize.pictures(workload.folder().resolve("landmarks"))) {
                String where = workload.id() + "/" + workload.folder().relativize(file);
                finding(checkInput, where, () -> PngSize.of(file)).ifPresent(findings::add);
            }
        }
        checkInput.profile().handlers().pictures().forEach(picture -> ofHandler(checkInput, picture, findings));
        return findings;
    }

    /** A picture of a handler of the target, which must be of another window than those that workloads wait for. */
    private static void ofHandler(CheckInput checkInput, Agentless.Picture picture, List<PreflightFinding> findings) {
        String where = "target.handlers: " + picture.name();
        byte[] png = Base64.getDecoder().decode(picture.png());
        finding(checkInput, where, () -> PngSize.of(png)).ifPresent(findings::add);
        for (Workload workload : checkInput.workloads()) {
            for (Path file : PngSize.pictures(workload.folder().resolve("landmarks"))) {
                if (isSame(file, png)) {
                    findings.add(PreflightFinding.error(
                            "handler",
                            where,
                            "the same picture as " + workload.id() + "/"
                                    + workload.folder().relativize(file)
                                    + ": the handler dismisses what the workload waits for",
                            "a picture that no workload names",
                            "take a part of the window that only comes by itself, as its title"));
                }
            }
        }
    }

    private static boolean isSame(Path file, byte[] png) {
        try {
            return Arrays.equals(Files.readAllBytes(file), png);
        } catch (IOException e) {
            return false; // Told as a finding about that file.
        }
    }

    /** The size of a picture. */
    private interface SizeSource {
        PngSize size() throws IOException;
    }

    private static Optional<PreflightFinding> finding(CheckInput checkInput, String where, SizeSource picture) {
        int width = checkInput.profile().target().width();
        int height = checkInput.profile().target().height();
        try {
            PngSize size = picture.size();
            return size.width() <= width && size.height() <= height
                    ? Optional.empty()
                    : Optional.of(PreflightFinding.error(
                            "landmark size",
                            where,
                            size + ", larger than the target's desktop of " + width + "x" + height,
                            "a landmark that the whole desktop can show",
                            "a larger `desktop` in the target, or a smaller landmark"));
        } catch (IOException e) {
            return Optional.of(PreflightFinding.error(
                    "workload", where, String.valueOf(e.getMessage()), "a PNG image", "export it again"));
        }
    }
}
