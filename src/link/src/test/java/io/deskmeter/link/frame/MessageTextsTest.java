package io.deskmeter.link.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.AppExit;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.RunInApp;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import org.junit.jupiter.api.Test;

class MessageTextsTest {
    private static final String RAW = "\u001b[2Jred\r\nerror: all is lost";
    private static final String LINE = "\\x1b[2Jred\\r\\nerror: all is lost";
    private static final String LINES = "\\x1b[2Jred\nerror: all is lost";

    @Test
    void textsForDisplayArePrintableAtEveryDepth() {
        Hello hello = MessageTexts.printable(FromAgent.newBuilder()
                        .setHello(Hello.newBuilder()
                                .setHost(RAW)
                                .putFacts("os", "plain")
                                .putFacts("cpu", RAW)
                                .addLabels("plain")
                                .addLabels(RAW)
                                .setLocation(DesktopLocation.newBuilder().setUser(RAW)))
                        .build())
                .getHello();
        assertThat(hello.getHost()).isEqualTo(LINE);
        assertThat(hello.getFactsMap()).containsEntry("os", "plain").containsEntry("cpu", LINES);
        assertThat(hello.getLabelsList()).containsExactly("plain", LINE);
        assertThat(hello.getLocation().getUser()).isEqualTo(LINE);
        TimingBatch batch = MessageTexts.printable(TimingBatch.newBuilder()
                .addTimings(TimingRecord.newBuilder().setOperation("ok"))
                .addTimings(TimingRecord.newBuilder().setDetail(RAW))
                .build());
        assertThat(batch.getTimings(1).getDetail()).isEqualTo(LINES);
        CheckResult result = MessageTexts.printable(CheckResult.newBuilder()
                .addFindings(CheckFinding.newBuilder().setWhere(RAW))
                .build());
        assertThat(result.getFindings(0).getWhere()).isEqualTo(LINE);
        assertThat(MessageTexts.printable(AppExit.newBuilder().setTail(RAW).build())
                        .getTail())
                .isEqualTo(LINES);
    }

    @Test
    void whatIsUsedArrivesAsItWasSent() {
        SessionSlot slot =
                SessionSlot.newBuilder().setUser("a\tb").setPassword(RAW).build();
        assertThat(MessageTexts.printable(slot)).isSameAs(slot);
        DesktopAgentMessage run = DesktopAgentMessage.newBuilder()
                .setRun(RunInApp.newBuilder().addCommand(RAW))
                .build();
        assertThat(MessageTexts.printable(run)).isSameAs(run);
    }

    @Test
    void aPrintableMessageIsNotCopied() {
        FromAgent message = FromAgent.newBuilder()
                .setHello(Hello.newBuilder().setHost("vdi-1").putFacts("os", "Linux"))
                .build();
        assertThat(MessageTexts.printable(message)).isSameAs(message);
    }
}
