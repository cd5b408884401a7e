package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.cli.console.TextFormat;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.controller.run.view.RunSnapshot.LiveGroup;
import io.deskmeter.controller.run.view.RunSnapshot.StageView;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.operation.Group;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;

/** The progress line: rewritten in place on a terminal, else printed when the stage changes and every 30 seconds. */
final class ProgressLine {
    private static final int WIDTH = 110;
    private static final long EVERY_NANOS = Duration.ofSeconds(30).toNanos();

    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    /** The load points that were shown, and by their verdicts: one that is judged again is shown again. */
    private final Set<String> judged = new HashSet<>();

    private String stage = "";
    private String question = "";
    private long printedAt;
    private boolean open;

    ProgressLine(PrintStream out, boolean terminal, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.out = out;
        this.terminal = terminal;
    }

    void show(RunSnapshot now) {
        for (LoadPoint point : now.loadPoints()) {
            boolean shown = !judged.add(point.index() + "." + point.extensions());
            if (judged.add(point.index() + "." + point.extensions() + " " + point.verdictWords())) {
                line("  " + Plural.of(point.sessions(), "session") + (shown ? " judged again: " : ": ")
                        + point.verdictWords() + ResultTable.remark(point)
                        + ", A p95 "
                        + millis(point, Group.A) + ", B p95 "
                        + millis(point, Group.B));
            }
        }
        if (now.ended()) {
            line(now.stateTitle());
            return;
        }
        String asked = now.stage().question();
        if (!asked.isEmpty() && !asked.equals(question)) {
            line("  next: " + asked);
        }
        question = asked;
        String entered = now.state() + now.stage().since();
        if (terminal) {
            rewrite(text(now));
        } else if (!entered.equals(stage) || nanoTime.getAsLong() - printedAt >= EVERY_NANOS) {
            printedAt = nanoTime.getAsLong();
            line(text(now));
        }
        stage = entered;
    }

    private static String millis(LoadPoint point, Group group) {
        double p95 = point.figures(group).p95Ms();
        return TextFormat.millis(Double.isFinite(p95) ? p95 : null);
    }

    private static String text(RunSnapshot now) {
        StageView at = now.stage();
        List<String> parts = new ArrayList<>();
        parts.add(now.stateTitle());
        if (at.sessions() > 0) {
            parts.add(Plural.of(at.sessions(), "session"));
        }
        if (at.of() > 0) {
            parts.add(at.done() + " of " + at.of() + " " + at.what());
        }
        parts.add(now.counts().timings() + " timings, " + now.counts().failed() + " failed");
        for (LiveGroup group : now.groups()) {
            if (group.count() > 0) {
                parts.add(group.group() + " p95 " + TextFormat.millis(group.p95Ms()));
            }
        }
        Long remaining = at.remainingSeconds();
        if (remaining != null) {
            parts.add(String.format(Locale.ROOT, "about %d:%02d left in this stage", remaining / 60, remaining % 60));
        }
        return String.join(" · ", parts);
    }

    private void rewrite(String text) {
        String cut = text.length() > WIDTH ? text.substring(0, WIDTH - 1) + "…" : text;
        out.print("\r" + cut + " ".repeat(Math.max(0, WIDTH - cut.length())));
        out.flush();
        open = true;
    }

    private void line(String text) {
        close();
        out.println(text);
    }

    /** Leaves a line that was rewritten in place. */
    void close() {
        if (open) {
            out.print("\r" + " ".repeat(WIDTH) + "\r");
            open = false;
        }
    }
}
