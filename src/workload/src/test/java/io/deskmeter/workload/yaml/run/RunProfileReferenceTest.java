package io.deskmeter.workload.yaml.run;

import io.deskmeter.workload.yaml.KeyTable;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The tables of a run profile in the reference. */
class RunProfileReferenceTest {
    @Test
    void theReferenceHasTheKeys() throws IOException {
        KeyTable.check("keys of a run profile", RunProfileGrammar.RUN_PROFILE);
        KeyTable.check("keys of thresholds", BoundsGrammar.THRESHOLDS);
        KeyTable.check("keys of validity", BoundsGrammar.VALIDITY);
        KeyTable.check("keys of a load", LoadGrammar.LOAD);
        KeyTable.check("keys of find-max", LoadGrammar.OF_FIND_MAX);
        KeyTable.check("keys of ramp", LoadGrammar.OF_RAMP);
        KeyTable.check("figures of expect", ExpectationGrammar.OF_EVERY_RUN);
    }
}
