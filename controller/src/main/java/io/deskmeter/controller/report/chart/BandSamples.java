package io.deskmeter.controller.report.chart;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.SamplePoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The samples that a report draws of metrics with bands: a bounded part of all. Filled by one thread. */
public final class BandSamples {
    /** Of a run without metrics that have bands. */
    public static final BandSamples NONE = new BandSamples(List.of());

    private final List<BandPanel> panels;

    private BandSamples(List<BandPanel> panels) {
        this.panels = panels;
    }

    /**
     * Those of a run.
     *
     * @param samples passes all samples of the run on, by session; not called where no metric has bands
     */
    public static BandSamples of(RunReport report, Consumer<Consumer<SamplePoint>> samples) {
        List<BandPanel> panels = panels(report);
        if (panels.isEmpty()) {
            return NONE;
        }
        samples.accept(sample -> panels.forEach(panel -> panel.add(sample)));
        panels.forEach(BandPanel::end);
        return new BandSamples(panels);
    }

    /** One for each source: metrics that judge the same samples in another way show the same. */
    private static List<BandPanel> panels(RunReport report) {
        Optional<LoadPoint> decisive = report.decisive();
        Set<String> sources = new HashSet<>();
        List<BandPanel> panels = new ArrayList<>();
        for (MetricInfo metric : report.metrics()) {
            if (!metric.bands().isEmpty() && sources.add(metric.source())) {
                panels.add(new BandPanel(
                        metric,
                        events(metric, report),
                        decisive.map(LoadPoint::index).orElse(0)));
            }
        }
        return panels;
    }

    /** Metrics of the same operations that tell of events, one of each source. */
    private static List<MetricInfo> events(MetricInfo metric, RunReport report) {
        Set<String> sources = new HashSet<>();
        return report.metrics().stream()
                .filter(MetricInfo::events)
                .filter(one -> one.operations().stream().anyMatch(metric.operations()::contains))
                .filter(one -> sources.add(one.source()))
                .toList();
    }

    public List<BandPanel> panels() {
        return panels;
    }
}
