package io.deskmeter.link.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.Check;
import io.deskmeter.link.v1.CheckText;
import org.junit.jupiter.api.Test;

/** The texts that a check types. */
class CheckTextsTest {
    /** What agents type for the proof is what the workload types. */
    @Test
    void theTextsToTypeArriveAsTheyWereSent() {
        Check check = Check.newBuilder()
                .addTexts(CheckText.newBuilder().setText("Dear all,\nfirst line\tcolumn"))
                .build();
        Check arrived = MessageTexts.printable(check);
        assertThat(arrived.getTexts(0).getText()).isEqualTo("Dear all,\nfirst line\tcolumn");
    }
}
