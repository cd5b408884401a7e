package io.deskmeter.controller.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.SampleRoot;
import io.deskmeter.link.v1.CheckText;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
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

    @Test
    void whoTellsTheLayoutOrThatTheServerTypesAllIsNotAsked() throws Exception {
        assertThat(lacking(profile(TARGET.replace("vnc: {", "vnc: { keyboard: { layout: de },"))))
                .isEmpty();
        assertThat(lacking(profile(TARGET.replace("vnc: {", "vnc: { keyboard: { text: keysyms },"))))
                .isEmpty();
        assertThat(lacking(profile("mode: passive\n" + TARGET)))
                .as("the desktop agent types itself, and knows the keyboard")
                .isEmpty();
    }
}
