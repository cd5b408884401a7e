package io.deskmeter.bench.ue.ways;

import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.util.List;

/**
 * The gestures of one session.
 *
 * @param repeats those that were made to their end and count
 * @param problem the first thing that went wrong, without a full stop; empty if nothing did
 */
record MadeGestures(List<Repeat> repeats, String problem) {
    MadeGestures {
        repeats = List.copyOf(repeats);
    }

    /** Works a workload once, and returns how the session has ended. */
    interface Working {
        Phase work(Workload workload, SessionListener listener) throws Exception;
    }

    /**
     * Makes a gesture in a session, and one more before, which warms the programs up.
     *
     * @param repeats that count, at least one
     */
    static MadeGestures in(Working session, WorkloadCatalog catalog, RepeatedGesture gesture, int repeats)
            throws Exception {
        RepeatRecorder recorder = new RepeatRecorder(gesture.operation());
        Phase end = session.work(gesture.repeated(catalog.load(gesture.workload()), 1 + repeats), recorder);
        String problem =
                recorder.problem().isEmpty() && end != Phase.FINISHED ? "the session " + end : recorder.problem();
        return new MadeGestures(recorder.repeats(), problem);
    }
}
