package io.deskmeter.agent.check;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.SoundTrial;
import io.deskmeter.agent.desktop.SoundTrials;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckProgram;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.ProgramSearch;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.analysis.TestTone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Plays a test tone with a workload's player, in the environment of a session, and looks whether it is heard, loud
 * enough and at the right pitch.
 *
 * @param sessions whose sound is tried
 * @param programs the search path
 * @param where this agent, for display
 * @param pool for what blocks briefly
 */
record SoundCheck(SoundTrials sessions, ProgramSearch programs, String where, Executor pool) {
    private static final String WHAT = "sound path";
    private static final String EXPECTED = "the test tone, 1000 Hz at -20 dB";
    private static final int TONE_MILLIS = 1_000;
    /** A tone that is so much weaker was turned down. */
    private static final double WEAKEST_DECIBELS = TestTone.DECIBELS - 20;

    private static final double PITCH_TOLERANCE = 0.005;
    private static final double LEAST_PURITY = 0.5;
    private static final String PLAYER = "mpv";
    private static final List<String> FALLBACK = List.of("paplay");

    /**
     * Looks at the sound path of a session of this machine.
     *
     * @param wanted programs of the workloads; nothing is looked at where none of them plays a clip
     * @param withinNanos the longest time
     */
    CompletableFuture<List<CheckFinding>> look(List<CheckProgram> wanted, long withinNanos) {
        if (wanted.stream().noneMatch(CheckProgram::getPlaysClip)) {
            return CompletableFuture.completedFuture(List.of());
        }
        Optional<List<String>> player = player();
        if (player.isEmpty()) {
            return CompletableFuture.completedFuture(List.of(CheckFindings.warning(
                    WHAT,
                    where,
                    "not tried: neither " + PLAYER + " nor " + FALLBACK.get(0) + " was found",
                    "a program that plays the test tone",
                    "on Debian, apt-get install " + PLAYER)));
        }
        return play(player.get(), withinNanos);
    }

    private Optional<List<String>> player() {
        if (isThere(PLAYER)) {
            return Optional.of(List.of(PLAYER, "--no-config", "--no-video", "--ao=pulse", "--no-input-terminal"));
        }
        return isThere(FALLBACK.get(0)) ? Optional.of(FALLBACK) : Optional.empty();
    }

    private boolean isThere(String program) {
        try {
            programs.find(program);
            return true;
        } catch (ProgramException e) {
            return false;
        }
    }

    private CompletableFuture<List<CheckFinding>> play(List<String> player, long withinNanos) {
        ToneRecorder recorder = new ToneRecorder();
        try {
            SoundTrial trial = sessions.soundTrial(recorder, pool);
            try {
                Path tone = trial.folder().resolve("tone.wav");
                Files.write(tone, TestTone.wave(TONE_MILLIS));
                AppProcess process = trial.launch(command(player, tone));
                // Asked for once: each call returns a future of its own, which an exit completes some time later.
                CompletableFuture<Integer> exited = process.exited();
                return CompletableFuture.anyOf(recorder.enough(), exited)
                        .completeOnTimeout(null, withinNanos, TimeUnit.NANOSECONDS)
                        .handleAsync(
                                (heard, lost) -> {
                                    String ended = player.get(0) + " has ended with " + exited.getNow(null) + " "
                                            + process.tail();
                                    return finish(trial, recorder.tone(), exited.isDone(), ended.strip());
                                },
                                pool);
            } catch (DesktopException | IOException | RuntimeException e) {
                trial.close();
                throw e;
            }
        } catch (DesktopException | SoundException | IOException e) {
            return CompletableFuture.completedFuture(List.of(CheckFindings.error(
                    WHAT, where, String.valueOf(e.getMessage()), EXPECTED, "see this agent's log")));
        }
    }

    private static List<String> command(List<String> player, Path tone) {
        List<String> command = new ArrayList<>(player);
        command.add(tone.toString());
        return command;
    }

    private List<CheckFinding> finish(SoundTrial trial, TestTone.Heard heard, boolean ended, String player) {
        try (trial) {
            if (heard.isSilent() && !ended) {
                return List.of(CheckFindings.warning(
                        WHAT,
                        where,
                        "nothing was heard in time; the player is still running",
                        EXPECTED,
                        "check again"));
            }
            return finding(heard, where, player).map(List::of).orElse(List.of());
        }
    }

    /**
     * What is wrong with the tone.
     *
     * @param player what became of the program that played it
     */
    static Optional<CheckFinding> finding(TestTone.Heard heard, String where, String player) {
        if (heard.isSilent()) {
            return Optional.of(
                    CheckFindings.error(
                            WHAT,
                            where,
                            "nothing was heard; " + player,
                            EXPECTED,
                            "play a sound with the variables PULSE_SERVER and PULSE_COOKIE of a session; a muted sink is silent, too"));
        }
        if (heard.purity() < LEAST_PURITY) {
            return Optional.of(CheckFindings.error(
                    WHAT,
                    where,
                    String.format(
                            Locale.ROOT, "something else was heard: %.0f %% of it are the tone", 100 * heard.purity()),
                    EXPECTED,
                    "end whatever else plays"));
        }
        if (Math.abs(heard.hertz() / TestTone.HERTZ - 1) > PITCH_TOLERANCE) {
            return Optional.of(CheckFindings.error(
                    WHAT,
                    where,
                    String.format(Locale.ROOT, "a tone of %.0f Hz was heard", heard.hertz()),
                    EXPECTED,
                    String.format(
                            Locale.ROOT,
                            "sound of 48000 Hz is played at %.0f Hz: set the right sample rate",
                            48 * heard.hertz())));
        }
        return heard.decibels() >= WEAKEST_DECIBELS
                ? Optional.empty()
                : Optional.of(CheckFindings.warning(
                        WHAT,
                        where,
                        String.format(Locale.ROOT, "the tone was heard at %.0f dB", heard.decibels()),
                        EXPECTED,
                        "turn up the volume of the player and of the sink"));
    }
}
