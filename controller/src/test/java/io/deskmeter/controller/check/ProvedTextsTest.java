package io.deskmeter.controller.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.SampleRoot;
import io.deskmeter.link.v1.CheckText;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long, where and for which texts a check counts. */
class ProvedTextsTest {
    private static final String TARGET = "target: { vnc: { hosts: [\"desk:5901\", \"desk:5902\"] } }";
    private static final List<CheckText> TYPED =
            List.of(CheckText.newBuilder().setText("x").build());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final AtomicLong now = new AtomicLong(7);
    private final ProvedTexts proved = new ProvedTexts(now::get);

    @SuppressWarnings("NullAway.Init")
    private WorkloadCatalog catalog;

    @BeforeEach
    void write() throws Exception {
        catalog = WorkloadCatalog.open(SampleRoot.create(folder));
    }

    private RunProfile profile(String target) throws Exception {
        return RunProfiles.parse("sample.yaml", SampleRoot.PROFILE.replace("target: { local: {} }", target), catalog);
    }

    private Optional<String> lacking(RunProfile profile) throws Exception {
        return proved.lacking(profile, catalog.loadAll(profile.workloads().workloads()), List.of());
    }

    private void typedOn(int port, List<CheckText> texts) throws Exception {
        proved.add(
                profile(TARGET).target(),
                SessionSlot.newBuilder().setHost("desk").setPort(port).build(),
                texts);
    }

    @Test
    void eachHostOfTheRunNeedsATrialOfEachText() throws Exception {
        RunProfile profile = profile(TARGET);
        assertThat(lacking(profile)).get().asString().contains(" on desk:5901, desk:5902 (expected: ");
        typedOn(5901, TYPED);
        typedOn(5902, List.of());
        assertThat(lacking(profile)).get().asString().contains(" on desk:5902 (expected: ");
        typedOn(5902, TYPED);
        assertThat(lacking(profile)).isEmpty();
        assertThat(lacking(profile(TARGET.replace("vnc: {", "vnc: { desktop: 800x600,"))))
                .as("another target")
                .isPresent();
    }

    @Test
    void aTrialCountsForAnHourAndUntilTheNextCheck() throws Exception {
        RunProfile profile = profile(TARGET);
        typedOn(5901, TYPED);
        typedOn(5902, TYPED);
        now.addAndGet(ProvedTexts.KEPT.toNanos());
        assertThat(lacking(profile)).isEmpty();
        now.addAndGet(1);
        assertThat(lacking(profile)).isPresent();
        typedOn(5901, TYPED);
        typedOn(5902, TYPED);
        proved.forget(profile.target());
        assertThat(lacking(profile)).isPresent();
    }

    /** A told layout may be wrong: the z of us is the y of de. */
    @Test
    void aToldLayoutNeedsATrialOfWhatOtherLayoutsHaveElsewhere() throws Exception {
        String told = TARGET.replace("vnc: {", "vnc: { keyboard: { layout: de },");
        assertThat(lacking(profile(told))).as("a Russian keyboard has no x").isPresent();
        RunProfile profile = typing("{ type: zebra }", told);
        assertThat(lacking(profile))
                .get()
                .asString()
                .startsWith("target.vnc.keyboard: the profile says de, and no check of the last 60 min has seen")
                .contains(
                        " on desk:5901, desk:5902; the place of these characters on the keyboard depends on the layout: a z (expected: ")
                .contains("`keyboard: { layout: de, proof: manual }`");
        List<CheckText> typed = List.of(CheckText.newBuilder().setText("zebra").build());
        for (int port : List.of(5901, 5902)) {
            proved.add(
                    profile.target(),
                    SessionSlot.newBuilder().setHost("desk").setPort(port).build(),
                    typed);
        }
        assertThat(lacking(profile)).isEmpty();
    }

    /** On Russian, Ukrainian and Greek keyboards, hello arrives as other letters, or not at all. */
    @Test
    void latinTextNeedsATrialThoughAllLatinLayoutsHaveItsLettersOnTheSameKeys() throws Exception {
        String agentless =
                ", desktopAgent: none, content: /c, launcher: { menus: { office/writer: [{ keys: Return }] } }";
        for (String target : List.of(
                TARGET,
                TARGET.replace("vnc: {", "vnc: { keyboard: { layout: us },"),
                "target: { rdp: { hosts: [desk], accounts: a, certificate: any, keyboard: { layout: us }" + agentless
                        + " } }")) {
            assertThat(lacking(typing("{ type: hello }", target))).as(target).isPresent();
        }
    }

    /** No keyboard has them elsewhere. */
    @Test
    void lineBreaksAndSpacesNeedNoTrial() throws Exception {
        for (String target : List.of(TARGET, TARGET.replace("vnc: {", "vnc: { keyboard: { layout: de },"))) {
            assertThat(lacking(typing("{ type: \"\\n\" }", target))).as(target).isEmpty();
            assertThat(lacking(typing("{ type: \" \" }", target))).as(target).isEmpty();
        }
    }

    /** What tells that the keyboard is the Russian one is what its key types that is pressed for the z. */
    @Test
    void keysThatTheToldLayoutLacksAreTriedByWhatTheirKeyTypes() throws Exception {
        String told = TARGET.replace("vnc: {", "vnc: { keyboard: { layout: ru },");
        RunProfile profile = typing("{ keys: ctrl+z }", told);
        assertThat(lacking(profile)).get().asString().contains(" on desk:5901");
        for (int port : List.of(5901, 5902)) {
            proved.add(
                    profile.target(),
                    SessionSlot.newBuilder().setHost("desk").setPort(port).build(),
                    List.of(CheckText.newBuilder().setText("я").build()));
        }
        assertThat(lacking(profile)).isEmpty();
        assertThat(lacking(typing("{ keys: ctrl+s }", told)))
                .as("the key is where it is on all")
                .isEmpty();
    }

    /** A session that could not log off is not followed by another one on its desktop. */
    @Test
    void eachDesktopThatASessionMayGetNeedsATrial() throws Exception {
        RunProfile profile = profile(TARGET.replace("5902\"", "5902\", \"desk:5903\", \"desk:5904\""));
        assertThat(profile.load().most()).isLessThan(4);
        assertThat(lacking(profile))
                .get()
                .asString()
                .contains(" on desk:5901, desk:5902, desk:5903, desk:5904 (expected: ");
    }

    /** On another layout ctrl+z is ctrl+y. */
    @Test
    void keysThatOtherLayoutsHaveElsewhereAreTextsToo() throws Exception {
        for (String target : List.of(TARGET, TARGET.replace("vnc: {", "vnc: { keyboard: { layout: us },"))) {
            assertThat(lacking(typing("{ keys: ctrl+z }", target)))
                    .get()
                    .asString()
                    .contains(" on desk:5901");
            assertThat(lacking(typing("{ keys: ctrl+s }", target)))
                    .as("is where it is on all")
                    .isEmpty();
            assertThat(lacking(typing("{ keys: Return }", target))).isEmpty();
        }
    }

    /**
     * French keyboards have the comma where us has the m, and German ones have the quotation mark on the key of the 2.
     */
    @Test
    void aChordNeedsATrialHoweverItIsWritten() throws Exception {
        for (String target : List.of(TARGET, TARGET.replace("vnc: {", "vnc: { keyboard: { layout: us },"))) {
            for (String chord : List.of(
                    "\"ctrl+,\"", "ctrl+comma", "comma", "Period", "ctrl+.", "ctrl+plus", "minus", "ctrl+shift+2")) {
                assertThat(lacking(typing("{ keys: " + chord + " }", target)))
                        .as(chord)
                        .isPresent();
            }
        }
        RunProfile profile =
                typing("{ keys: ctrl+shift+2 }", TARGET.replace("vnc: {", "vnc: { keyboard: { layout: us },"));
        for (int port : List.of(5901, 5902)) {
            typedOn(profile, port, "2");
        }
        assertThat(lacking(profile)).as("it is @ that is sent").isPresent();
        for (int port : List.of(5901, 5902)) {
            typedOn(profile, port, "@");
        }
        assertThat(lacking(profile)).isEmpty();
    }

    private void typedOn(RunProfile profile, int port, String text) {
        proved.add(
                profile.target(),
                SessionSlot.newBuilder().setHost("desk").setPort(port).build(),
                List.of(CheckText.newBuilder().setText(text).build()));
    }

    @Test
    void desktopsThatNothingComparesAreRefused() throws Exception {
        String agentless = ", desktopAgent: none, content: /c, launcher: { dialog: alt+F2 }";
        String vnc = "target: { vnc: { hosts: [desk], keyboard: { layout: de }" + agentless + " } }";
        assertThat(lacking(profile(vnc)))
                .as("the launcher types, too")
                .get()
                .asString()
                .contains("the profile says de", " on desk:5900", "`./deskmeter agent check keyboard --field`");
        String rdp = "target: { rdp: { hosts: [desk], accounts: a, certificate: any, keyboard: { layout: us }"
                + agentless + " } }";
        assertThat(lacking(profile(rdp)))
                .get()
                .asString()
                .startsWith(
                        "target.rdp.keyboard: the profile says us, and nothing proves that it is the layout of the desktops of"
                                + " desk:3389; ")
                .contains(" (expected: ", "`./deskmeter agent check keyboard --target PROFILE.yaml`");
        for (String target : List.of(vnc, rdp)) {
            assertThat(lacking(profile(target.replaceFirst("layout: ..", "$0, proof: manual"))))
                    .as("somebody has tried it")
                    .isEmpty();
        }
        assertThat(lacking(profile(rdp.replace(agentless, ""))))
                .as("the desktop agent compares it when the user logs on")
                .isEmpty();
    }

    /** A profile of one workload that does nothing else. */
    private RunProfile typing(String step, String target) throws Exception {
        Path workload = folder.resolve("office/writer/workload.yaml");
        Files.writeString(
                workload,
                Files.readString(workload).replaceAll("\\{ (type|keys): [^}]*\\}", Matcher.quoteReplacement(step)));
        return profile(target);
    }

    @Test
    void whoSaysThatTheServerTypesAllIsNotAsked() throws Exception {
        assertThat(lacking(profile(TARGET.replace("vnc: {", "vnc: { keyboard: { text: keysyms },"))))
                .isEmpty();
        assertThat(lacking(profile("mode: passive\n" + TARGET)))
                .as("the desktop agent types itself, and knows the keyboard")
                .isEmpty();
    }
}
