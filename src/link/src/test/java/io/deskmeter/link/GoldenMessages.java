package io.deskmeter.link;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.AppExit;
import io.deskmeter.link.v1.CertificateIssued;
import io.deskmeter.link.v1.Check;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckProgram;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.link.v1.CheckSeverity;
import io.deskmeter.link.v1.CheckText;
import io.deskmeter.link.v1.CloseApp;
import io.deskmeter.link.v1.ContentPart;
import io.deskmeter.link.v1.ContentRequest;
import io.deskmeter.link.v1.DelegatedSessionChange;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.Enrol;
import io.deskmeter.link.v1.Enrolled;
import io.deskmeter.link.v1.Evidence;
import io.deskmeter.link.v1.EvidenceFrame;
import io.deskmeter.link.v1.EvidenceGesture;
import io.deskmeter.link.v1.EvidenceLandmark;
import io.deskmeter.link.v1.EvidenceSecond;
import io.deskmeter.link.v1.EvidenceStrip;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.LaunchApp;
import io.deskmeter.link.v1.LogOffUser;
import io.deskmeter.link.v1.OpenApp;
import io.deskmeter.link.v1.OperationInProgress;
import io.deskmeter.link.v1.OperationsInProgress;
import io.deskmeter.link.v1.PairingCodeSeen;
import io.deskmeter.link.v1.Ping;
import io.deskmeter.link.v1.Pong;
import io.deskmeter.link.v1.PrepareDesktop;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.RefusalKind;
import io.deskmeter.link.v1.Refused;
import io.deskmeter.link.v1.ReleaseDesktop;
import io.deskmeter.link.v1.RenewCertificate;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.link.v1.RequestFailed;
import io.deskmeter.link.v1.ResourceSample;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.link.v1.RunInApp;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.Screenshot;
import io.deskmeter.link.v1.ScreenshotRequest;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.SetupGrade;
import io.deskmeter.link.v1.SetupNoted;
import io.deskmeter.link.v1.SetupReport;
import io.deskmeter.link.v1.SetupStage;
import io.deskmeter.link.v1.ShowPairingCode;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.StartWork;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.link.v1.StopWork;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.link.v1.Welcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One filled example of every message; maps have one entry, because their order is not defined. */
public final class GoldenMessages {
    private static final String RUN = "run-7";
    private static final String CODE = "00112233aabbccdd";

    private GoldenMessages() {}

    /** By the message's name. */
    static Map<String, Message> all() {
        return Stream.concat(
                        Stream.of(
                                timing(),
                                sample(),
                                strip(),
                                shot(),
                                landmark(),
                                second(),
                                gesture(),
                                place(),
                                setupStage(),
                                slot(),
                                sessionWork(),
                                checkProgram(),
                                checkText(),
                                checkFinding(),
                                prepareRun(),
                                fromAgent().get(0),
                                fromController().get(0)),
                        Stream.concat(
                                        desktopAgentMessages(),
                                        envelopes().stream().flatMap(e -> e.getAllFields().values().stream()))
                                .map(Message.class::cast))
                .collect(Collectors.toMap(m -> m.getDescriptorForType().getName(), m -> m, (first, same) -> first));
    }

    static List<Message> envelopes() {
        return Stream.<Message>concat(fromAgent().stream(), fromController().stream())
                .toList();
    }

    private static List<FromAgent> fromAgent() {
        return List.of(
                FromAgent.newBuilder().setHello(hello()).build(),
                FromAgent.newBuilder()
                        .setPong(Pong.newBuilder().setSequence(300))
                        .build(),
                FromAgent.newBuilder().setSessionChange(sessionChange()).build(),
                FromAgent.newBuilder()
                        .setTimings(TimingBatch.newBuilder()
                                .setBatch(12)
                                .addTimings(timing())
                                .setDamage("checksum")
                                .setDamagedRun(RUN)
                                .setDamagedTimings(3)
                                .addSamples(sample())
                                .setDamagedSamples(2))
                        .build(),
                FromAgent.newBuilder().setResources(resources()).build(),
                FromAgent.newBuilder()
                        .setEnrol(Enrol.newBuilder()
                                .setProtocol(1)
                                .setToken("t-6")
                                .setPublicKey(bytes(0x30, 2))
                                .setSignature(bytes(9))
                                .setHost("host-b")
                                .setAsController(true))
                        .build(),
                FromAgent.newBuilder()
                        .setSetupReport(SetupReport.newBuilder()
                                .setProtocol(1)
                                .setToken("t-7")
                                .setSetupId("setup-1")
                                .setHost("host-c")
                                .setVersion("1.2")
                                .setOptimisations("measure 0123456789ab")
                                .addStages(setupStage())
                                .setEnded(true)
                                .setExitCode(3)
                                .setAttempt("attempt-1")
                                .setNumber(4))
                        .build(),
                FromAgent.newBuilder()
                        .setRenewCertificate(RenewCertificate.newBuilder()
                                .setPublicKey(bytes(0x30, 4))
                                .setSignature(bytes(10)))
                        .build(),
                FromAgent.newBuilder().setEvidence(evidence()).build(),
                FromAgent.newBuilder()
                        .setRunEnded(RunEnded.newBuilder().setRunId(RUN).setReason("asked"))
                        .build(),
                FromAgent.newBuilder()
                        .setDesktopAgentRequest(desktopAgentRequest())
                        .build(),
                FromAgent.newBuilder()
                        .setDesktopAgentMessage(desktopAgentMessage())
                        .build(),
                FromAgent.newBuilder()
                        .setContentRequest(ContentRequest.newBuilder()
                                .setWorkload("office-writer")
                                .setChecksum("ab12")
                                .setOffset(262144))
                        .build(),
                FromAgent.newBuilder().setCheckResult(checked()).build(),
                FromAgent.newBuilder()
                        .setWorking(
                                OperationsInProgress.newBuilder().setRunId(RUN).addSessions(sessionWork()))
                        .build(),
                FromAgent.newBuilder()
                        .setScreenshot(Screenshot.newBuilder()
                                .setRunId(RUN)
                                .setSession(2)
                                .setCall(8)
                                .setPng(ByteString.copyFromUtf8("PNG"))
                                .setRefusal("session 2 is over"))
                        .build(),
                FromAgent.newBuilder()
                        .setPairingCodeSeen(PairingCodeSeen.newBuilder()
                                .setRunId(RUN)
                                .setSession(2)
                                .setCode(CODE))
                        .build());
    }

    private static List<FromController> fromController() {
        return List.of(
                FromController.newBuilder()
                        .setWelcome(Welcome.newBuilder()
                                .setProtocol(1)
                                .setHeartbeatMillis(2_000)
                                .setGraceMillis(30_000)
                                .setStoreId("store-1"))
                        .build(),
                FromController.newBuilder()
                        .setRefused(Refused.newBuilder()
                                .setReason("protocol: 2 (expected: 1)")
                                .setPermanent(true)
                                .setKind(RefusalKind.REFUSAL_KIND_REVOKED))
                        .build(),
                FromController.newBuilder()
                        .setEnrolled(Enrolled.newBuilder()
                                .setAgentId("agent-2")
                                .addCertificates(bytes(0x30, 3))
                                .addLabels("site-b"))
                        .build(),
                FromController.newBuilder()
                        .setCertificateIssued(CertificateIssued.newBuilder().addCertificates(bytes(0x30, 5)))
                        .build(),
                FromController.newBuilder()
                        .setSetupNoted(SetupNoted.getDefaultInstance())
                        .build(),
                FromController.newBuilder()
                        .setPing(Ping.newBuilder().setSequence(300))
                        .build(),
                FromController.newBuilder().setPrepareRun(prepareRun()).build(),
                FromController.newBuilder()
                        .setStartSession(StartSession.newBuilder()
                                .setRunId(RUN)
                                .setSession(2)
                                .setIterations(5)
                                .setSlot(slot())
                                .setPosition(1))
                        .build(),
                FromController.newBuilder()
                        .setStopSession(StopSession.newBuilder()
                                .setRunId(RUN)
                                .setSession(2)
                                .setNow(true))
                        .build(),
                FromController.newBuilder()
                        .setEndRun(EndRun.newBuilder().setRunId(RUN).setReason("done"))
                        .build(),
                FromController.newBuilder()
                        .setTimingAck(TimingAck.newBuilder().setBatch(12))
                        .build(),
                FromController.newBuilder()
                        .setDesktopAgentMessage(desktopAgentMessage())
                        .build(),
                FromController.newBuilder()
                        .setContentPart(ContentPart.newBuilder()
                                .setWorkload("office-writer")
                                .setChecksum("ab12")
                                .setOffset(262144)
                                .setTotal(300000)
                                .setData(ByteString.copyFromUtf8("PK"))
                                .setRefusal("gone"))
                        .build(),
                FromController.newBuilder().setCheck(check()).build(),
                FromController.newBuilder()
                        .setScreenshotRequest(ScreenshotRequest.newBuilder()
                                .setRunId(RUN)
                                .setSession(2)
                                .setCall(8)
                                .setMostWidth(1280))
                        .build(),
                FromController.newBuilder()
                        .setShowPairingCode(ShowPairingCode.newBuilder().setCode(CODE))
                        .build());
    }

    private static OperationInProgress sessionWork() {
        return OperationInProgress.newBuilder()
                .setSession(2)
                .setOperation("office-writer/save")
                .setSinceMicros(1_767_225_600_000_001L)
                .build();
    }

    private static Check check() {
        return Check.newBuilder()
                .setCheckId("c-3")
                .setRunProfileYaml("id: p")
                .addSlots(slot())
                .addPrograms(checkProgram())
                .setWithinMillis(20_000)
                .addTexts(checkText())
                .setTypes(true)
                .putWorkloadChecksums("office-writer", "ab12")
                .build();
    }

    private static CheckText checkText() {
        return CheckText.newBuilder()
                .setWorkload("office-writer")
                .setText("Dear")
                .setPaceNanos(15_000_000)
                .build();
    }

    private static CheckProgram checkProgram() {
        return CheckProgram.newBuilder()
                .setWorkload("office-writer")
                .putPrograms("linux", "soffice")
                .addPackages("libreoffice-writer")
                .setPlaysClip(true)
                .build();
    }

    private static CheckResult checked() {
        return CheckResult.newBuilder()
                .setCheckId("c-3")
                .addFindings(checkFinding())
                .setWallMicros(1_700_000_000_000_000L)
                .setStateFolder("/state")
                .setDiskFreeBytes(1L << 30)
                .setMemoryFreeBytes(1L << 31)
                .setCpuPercent(12.5)
                .setSlotsChecked(40)
                .build();
    }

    private static CheckFinding checkFinding() {
        return CheckFinding.newBuilder()
                .setSeverity(CheckSeverity.CHECK_SEVERITY_WARNING)
                .setWhat("target size")
                .setWhere("vdi-1:5900")
                .setValue("800x600")
                .setExpected("1280x800")
                .setRemedy("set desktop: 800x600")
                .build();
    }

    private static Hello hello() {
        return Hello.newBuilder()
                .setProtocol(1)
                .setAgentId("agent-1")
                .setVersion("0.1.0")
                .setHost("host-a")
                .setInstance("i-9")
                .setRunId(RUN)
                .putFacts("os", "linux")
                .putWorkloadChecksums("office-writer", "ab12")
                .setRole(AgentRole.AGENT_ROLE_DESKTOP)
                .addLabels("site-a")
                .setSessionLimit(25)
                .setLocation(place())
                .setChecks(true)
                .setToken("t-5")
                .build();
    }

    private static DesktopLocation place() {
        return DesktopLocation.newBuilder()
                .setUser("ann")
                .setDomain("LAB")
                .setSession(":10")
                .setWidth(1280)
                .setHeight(800)
                .setTicket("t-5")
                .setShowsPairingCode(true)
                .addHosts("vdi-7.lab")
                .setConfirmsMessages(true)
                .build();
    }

    private static SessionSlot slot() {
        return SessionSlot.newBuilder()
                .setHost("rdsh-1.lab")
                .setPort(3389)
                .setUser("ann")
                .setPassword("secret")
                .setDomain("LAB")
                .build();
    }

    private static PrepareRun prepareRun() {
        return PrepareRun.newBuilder()
                .setRunId(RUN)
                .setRunProfileYaml("id: tiny\n")
                .putWorkloadChecksums("office-writer", "ab12")
                .build();
    }

    private static DesktopAgentRequest desktopAgentRequest() {
        return DesktopAgentRequest.newBuilder()
                .setRunId(RUN)
                .setSession(2)
                .setUser("ann")
                .setDomain("LAB")
                .setTicket("t-5")
                .addHosts("vdi-7.lab")
                .setLocationSession(":1")
                .setReadsPairingCode(true)
                .setKeepsSession(true)
                .build();
    }

    private static DesktopAgentMessage desktopAgentMessage() {
        return DesktopAgentMessage.newBuilder()
                .setRunId(RUN)
                .setSession(2)
                .setCall(8)
                .setOpenApp(OpenApp.newBuilder().setWorkload("office-writer").setNumber(3))
                .setNumber(5)
                .setConfirmed(4)
                .setRepeat(true)
                .build();
    }

    /** What a desktop agent message may contain. */
    private static Stream<Message> desktopAgentMessages() {
        return Stream.of(
                PrepareDesktop.newBuilder().setRun(prepareRun()).setDock(true).build(),
                OpenApp.newBuilder().setWorkload("office-writer").setNumber(3).build(),
                LaunchApp.getDefaultInstance(),
                RunInApp.newBuilder()
                        .addCommand("touch")
                        .addCommand("${content}/a")
                        .build(),
                CloseApp.getDefaultInstance(),
                StartWork.newBuilder().setIterations(5).setPosition(1).build(),
                StopWork.newBuilder().setNow(true).build(),
                LogOffUser.getDefaultInstance(),
                RequestDone.newBuilder().setDetail("ready").build(),
                RequestFailed.newBuilder()
                        .setReason("no room")
                        .setApplication(true)
                        .setGone(true)
                        .setFault(true)
                        .build(),
                AppExit.newBuilder().setCode(-1).setTail("bye").build(),
                DelegatedSessionChange.newBuilder().setChange(firstFields()).build(),
                ReleaseDesktop.getDefaultInstance());
    }

    private static SessionChange sessionChange() {
        return firstFields().toBuilder()
                .setAgoNanos(2_500_000_000L)
                .setLogonQueuedNanos(40_000_000L)
                .setCleaningUp(true)
                .setFault(true)
                .setLeftOpen(true)
                .build();
    }

    /** Of a session change, those of its first version: a message that contains one keeps its bytes. */
    private static SessionChange firstFields() {
        return SessionChange.newBuilder()
                .setRunId(RUN)
                .setSession(2)
                .setState(SessionState.SESSION_STATE_READY)
                .setDetail("first frame")
                .setIteration(1)
                .setLogonNanos(1_500_000_000L)
                .setWallMicros(1_767_225_600_000_001L)
                .build();
    }

    /** With an instant that is missing, which is the most negative number. */
    private static TimingRecord timing() {
        return TimingRecord.newBuilder()
                .setRunId(RUN)
                .setSession(2)
                .setSequence(41)
                .setIteration(1)
                .setWorkload("office-writer")
                .setOperation("open")
                .setGroup("B")
                .setOutcome("timeout")
                .setWallFiredMicros(1_767_225_600_000_001L)
                .setThinkNanos(2_000_000_000L)
                .setIntendedAt(-5)
                .setFiredAt(6)
                .setLastWithoutAt(7)
                .setShownAt(Long.MIN_VALUE)
                .setDetail("not seen within 60s")
                .setHandled(2)
                .build();
    }

    /** With a value that is not known. */
    private static SampleRecord sample() {
        return SampleRecord.newBuilder()
                .setRunId(RUN)
                .setSession(2)
                .setSequence(7)
                .setIteration(1)
                .setWorkload("office-writer")
                .setOperation("open")
                .setMetric("time-to-final-picture")
                .setTiming(41)
                .setFrom(-5)
                .setTo(6_000_000_000L)
                .setValue(Double.NaN)
                .setUncertainty(2.5)
                .setUnknown("the picture had not come to rest before the next input")
                .setNoBetterThan(1800)
                .build();
    }

    private static ResourceSample resources() {
        return ResourceSample.newBuilder()
                .setRunId(RUN)
                .setWallMicros(1_767_225_600_000_001L)
                .setHostCpuPercent(87.5)
                .setHostMemoryUsedBytes(3L << 30)
                .setHostMemoryTotalBytes(4L << 30)
                .setHarnessCpuPercent(2.25)
                .setHarnessMemoryBytes(200L << 20)
                .setDiskReadBytesPerSecond(5_000_000)
                .setDiskWrittenBytesPerSecond(7_000_000)
                .setNetworkReceivedBytesPerSecond(300)
                .setNetworkSentBytesPerSecond(200)
                .setLongestPauseNanos(12_000_000L)
                .build();
    }

    private static Evidence evidence() {
        return Evidence.newBuilder()
                .setRunId(RUN)
                .setSession(2)
                .setSequence(41)
                .setName("41-open.png")
                .setContent(ByteString.copyFrom(new byte[] {(byte) 0x89, 'P', 'N', 'G'}))
                .setStrip(strip())
                .setLeftOut(9)
                .build();
    }

    public static EvidenceStrip strip() {
        return EvidenceStrip.newBuilder()
                .setTiming(timing())
                .setWhy("timeout")
                .setCondition("title.png appears")
                .addPlaces("12x8 at 4,2")
                .addFrames(shot())
                .addLandmarks(landmark())
                .addFiles("41-strip.png")
                .setSecond(second())
                .setGesture(gesture())
                .build();
    }

    private static EvidenceSecond second() {
        return EvidenceSecond.newBuilder()
                .setNumber(7)
                .addFigures("av-skew: unknown")
                .setSound("41-worst-sound.wav")
                .setPicture("41-worst-sound.png")
                .addMissing("no frames")
                .build();
    }

    private static EvidenceGesture gesture() {
        return EvidenceGesture.newBuilder()
                .addFigures("lag p95: unknown")
                .setPicture("41-gesture-path.png")
                .build();
    }

    private static EvidenceFrame shot() {
        return EvidenceFrame.newBuilder()
                .setSequence(17)
                .setSinceFiredNanos(-5_000_000L)
                .setMoment("BEFORE")
                .setLeftOut(3)
                .build();
    }

    private static EvidenceLandmark landmark() {
        return EvidenceLandmark.newBuilder()
                .setName("title.png")
                .setPng(ByteString.copyFrom(new byte[] {(byte) 0x89, 'P', 'N', 'G'}))
                .build();
    }

    private static ByteString bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return ByteString.copyFrom(bytes);
    }

    private static SetupStage setupStage() {
        return SetupStage.newBuilder()
                .setStage("preflight")
                .setGrade(SetupGrade.SETUP_GRADE_FAILED)
                .setResult("failed")
                .setDetail("no room")
                .build();
    }
}
