package io.deskmeter.workload.yaml;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The tables of a set of accounts in the reference. */
class AccountReferenceTest {
    @Test
    void theReferenceHasTheKeys() throws IOException {
        KeyTable.check("keys of a set of accounts", AccountSets.ACCOUNT_SET);
        KeyTable.check("keys of an account", AccountSets.ACCOUNT);
    }
}
