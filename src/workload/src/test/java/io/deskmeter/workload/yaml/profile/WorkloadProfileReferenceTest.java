package io.deskmeter.workload.yaml.profile;

import io.deskmeter.workload.yaml.KeyTable;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The tables of a workload profile in the reference. */
class WorkloadProfileReferenceTest {
    @Test
    void theReferenceHasTheKeys() throws IOException {
        KeyTable.check("keys of a workload profile", WorkloadProfileGrammar.WORKLOAD_PROFILE);
        KeyTable.check("keys of steady", WorkloadProfileGrammar.STEADY);
        KeyTable.check("keys of think", WorkloadProfileGrammar.THINK);
    }
}
