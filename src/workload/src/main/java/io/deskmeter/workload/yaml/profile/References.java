package io.deskmeter.workload.yaml.profile;

import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.yaml.document.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a profile refers to by name. */
public interface References {

    /** Notes a problem if there is no workload of this id. */
    void checkWorkload(Value value, String id);

    /** The workload profile that the value names; a placeholder with a problem noted if there is none. */
    WorkloadProfile profile(Value value);

    /**
     * What these workloads measure beside responses, by id; empty where that cannot be known, since one of them is not
     * at hand or not valid. Notes a problem at the value if two of them declare a metric differently.
     */
    Optional<Map<String, Metric>> metrics(Value value, List<String> workloads);

    /**
     * What these workloads type, by id, without those that are not valid; empty where there are none to look at: then
     * nothing that is typed is judged.
     */
    Optional<Map<String, TypedTexts.Typed>> texts(List<String> workloads);

    /** The calibration that the value names; empty with a problem noted if there is none. */
    Optional<Calibration> calibration(Value value);

    /**
     * Notes a problem if the calibration was made for other versions of these workloads, or has no picture of any of
     * them.
     */
    void checkCalibration(Value value, Calibration calibration, List<String> workloads);

    /** Of one who has no catalog: any workload may exist, no profile can be looked up. */
    static References none() {
        return new References() {
            @Override
            public void checkWorkload(Value value, String id) {
                // Checked when it is started, with the catalog.
            }

            @Override
            public WorkloadProfile profile(Value value) {
                value.expected("the workload profile itself, as a map; names are not resolved here");
                return WorkloadProfileGrammar.PLACEHOLDER;
            }

            @Override
            public Optional<Map<String, Metric>> metrics(Value value, List<String> workloads) {
                return Optional.empty();
            }

            @Override
            public Optional<Map<String, TypedTexts.Typed>> texts(List<String> workloads) {
                return Optional.empty();
            }

            @Override
            public Optional<Calibration> calibration(Value value) {
                value.expected("the calibration itself, as a map; names are not resolved here");
                return Optional.empty();
            }

            @Override
            public void checkCalibration(Value value, Calibration calibration, List<String> workloads) {
                // Checked when it is started, with the catalog.
            }
        };
    }
}
