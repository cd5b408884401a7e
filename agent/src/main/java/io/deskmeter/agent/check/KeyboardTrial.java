package io.deskmeter.agent.check;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.keyboard.FieldReader;
import io.deskmeter.agent.keyboard.KeyboardProof;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckText;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.UntypableText;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Types the texts of the workloads into the field that a display shows.
 *
 * @param texts at least one
 * @param byHand whether somebody must have opened the field, as no desktop agent is there that would
 * @param deadline by {@link System#nanoTime}
 */
record KeyboardTrial(List<CheckText> texts, boolean byHand, ScheduledExecutorService timers, long deadline) {
    private static final Logger LOG = LoggerFactory.getLogger(KeyboardTrial.class);
    private static final String WHAT = "target keyboard";

    /** How long a desktop agent may take to open its field. */
    private static final Duration APPEARS = Duration.ofSeconds(10);

    /** How long the picture of a field that is there may take to be read. */
    private static final Duration IS_THERE = Duration.ofSeconds(2);

    /**
     * Types on a thread of its own.
     *
     * @param reader the listener of the screen
     * @param where for display
     */
    CompletableFuture<List<CheckFinding>> look(Screen screen, FieldReader reader, String where) {
        CompletableFuture<List<CheckFinding>> answer = new CompletableFuture<>();
        AgentThreads.thread("keyboard", () -> {
                    try {
                        answer.complete(findings(screen, reader, where));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        answer.completeExceptionally(e);
                    } catch (RuntimeException | Error e) {
                        answer.completeExceptionally(e);
                    }
                })
                .start();
        return answer;
    }

    private List<CheckFinding> findings(Screen screen, FieldReader reader, String where) throws InterruptedException {
        Map<String, CheckText> distinct = new LinkedHashMap<>();
        texts.forEach(text -> distinct.putIfAbsent(text.getText(), text));
        List<Step.Type> steps =
                distinct.values().stream().map(KeyboardTrial::step).toList();
        KeyboardProof.Result result =
                new KeyboardProof(screen, reader, timers).prove(steps, byHand ? IS_THERE : APPEARS, deadline);
        LOG.info(
                "keyboard check: {} of {} texts arrive on {}",
                result.texts() - result.differences().size(),
                steps.size(),
                where);
        List<CheckFinding> findings = new ArrayList<>();
        for (KeyboardProof.Difference each : result.differences()) {
            findings.add(CheckFindings.error(
                    WHAT,
                    where,
                    "\"" + each.text() + "\": " + each.words(),
                    "texts that arrive as they are typed",
                    "the layout of the desktop in `keyboard: { layout: … }` of the target, or another text in"
                            + " the workload"));
        }
        if (!result.unchecked().isEmpty()) {
            findings.add(CheckFindings.warning(
                    WHAT,
                    where,
                    "not tried: " + UntypableText.names(result.unchecked()),
                    "characters that the text field can receive",
                    "./deskmeter agent try, and look at the film strip"));
        }
        if (!result.problem().isEmpty()) {
            findings.add(CheckFindings.warning(
                    WHAT,
                    where,
                    "whether the texts arrive is not known: " + result.problem(),
                    "a text field in front, which receives them",
                    byHand
                            ? "open it there with `./deskmeter agent check keyboard --field`, or as the page of `--page` in a browser; nothing may take its focus"
                            : "a desktop agent of this version on the desktop; nothing that takes the focus there"));
        }
        return findings;
    }

    private static Step.Type step(CheckText text) {
        return new Step.Type(
                text.getText(),
                text.getPaceNanos() == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(text.getPaceNanos())));
    }
}
