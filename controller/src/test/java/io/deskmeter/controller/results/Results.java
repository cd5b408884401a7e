package io.deskmeter.controller.results;

import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.controller.store.result.EvidenceStore;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunQueries;

/** Results of runs that a test has stored. */
public final class Results {
    private Results() {}

    /** Judges what is stored; the files are as for one controller. */
    public static StoredRuns of(RunQueries queries, TimingStore timings, SampleStore samples, DerivedFiles files) {
        return new StoredRuns(queries, timings, samples, new JudgedPointCache(files));
    }

    /** Makes reports of them. */
    public static ReportAssembler reports(RunQueries queries, StoredRuns runs, EvidenceStore evidence) {
        return new ReportAssembler(queries, runs, evidence);
    }
}
