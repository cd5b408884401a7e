package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Region.Edge;
import java.util.Locale;
import java.util.Map;

/** Whether each landmark fits into the regions in which conditions look for it. */
final class RegionRules {
    private final LintedWorkload subject;
    private final LandmarkConditions conditions;
    private final Map<String, String> uses;

    /** @param uses landmark to the operation that names it first */
    RegionRules(LintedWorkload subject, LandmarkConditions conditions, Map<String, String> uses) {
        this.subject = subject;
        this.conditions = conditions;
        this.uses = uses;
    }

    void check(Map<String, Template> landmarks) {
        landmarks.forEach(
                (landmark, template) -> conditions.bands(landmark).forEach(band -> fits(landmark, template, band)));
    }

    private void fits(String landmark, Template template, Region.Band band) {
        boolean lies = band.edge() == Edge.TOP || band.edge() == Edge.BOTTOM;
        int side = lies ? template.height() : template.width();
        if (side <= band.size()) {
            return;
        }
        subject.of(
                Severity.ERROR,
                "region-too-small",
                landmark,
                uses.getOrDefault(landmark, ""),
                template.width() + "x" + template.height() + " pixels, looked for in " + band.size() + " pixels at the "
                        + band.edge().name().toLowerCase(Locale.ROOT) + " of the screen",
                "the whole landmark must lie in the region, so it is never found",
                "a region of at least " + side + " pixels, or a smaller picture");
    }
}
