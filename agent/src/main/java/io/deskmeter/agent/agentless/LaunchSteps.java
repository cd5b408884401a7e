package io.deskmeter.agent.agentless;

import io.deskmeter.agent.session.app.Launcher;
import io.deskmeter.vision.compare.RegionMemory;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Agentless.Choice;
import io.deskmeter.workload.targets.Agentless.Sign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The input that launches a workload's application. Pure functions. */
final class LaunchSteps {
    /** Text that has been typed completely is followed by nothing for this long. */
    private static final Duration TYPED = Duration.ofMillis(300);

    /** The dialog and what has been left open have gone when nothing has changed for this long. */
    private static final Duration ENDED = Duration.ofSeconds(1);

    private LaunchSteps() {}

    /**
     * @param within how long each sign may take
     * @throws IllegalArgumentException if the target has no launcher for the workload
     */
    static Launcher of(Agentless agentless, String workload, Duration within) {
        if (agentless.launcher() instanceof Agentless.Launcher.Dialog dialog) {
            return dialog(dialog, agentless.typed(dialog, workload), within);
        }
        if (agentless.launcher() instanceof Agentless.Launcher.Icons icons) {
            Agentless.Picture icon = known(icons.byWorkload().get(workload), workload);
            return new Launcher(List.of(appears(icon, within)), click(icon, 2));
        }
        Agentless.Launcher.Menus menus = (Agentless.Launcher.Menus) agentless.launcher();
        return menu(known(menus.byWorkload().get(workload), workload), within);
    }

    /**
     * The same, after what an earlier session has left open has ended: a run that was interrupted closes nothing, and
     * its picture would be there before the launch.
     *
     * @param within how long each sign may take
     */
    static Launcher afterEnd(Agentless agentless, Launcher launcher, Duration within) {
        if (!canEnd(agentless)) {
            return launcher;
        }
        Launcher end = dialog(
                (Agentless.Launcher.Dialog) agentless.launcher(),
                agentless.end().orElseThrow(),
                within);
        List<Step> steps = new ArrayList<>(end.before());
        steps.add(end.input());
        steps.addAll(changesAndRests(ENDED, within));
        steps.addAll(launcher.before());
        return new Launcher(steps, launcher.input());
    }

    /** Whether there is input that ends what has been left open. */
    static boolean canEnd(Agentless agentless) {
        return agentless.launcher() instanceof Agentless.Launcher.Dialog
                && agentless.end().isPresent();
    }

    private static <T> T known(@Nullable T launcher, String workload) {
        if (launcher == null) {
            throw new IllegalArgumentException(
                    "launcher: none for " + workload + " (expected: one for each workload of the profile)");
        }
        return launcher;
    }

    private static Launcher dialog(Agentless.Launcher.Dialog dialog, String command, Duration within) {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step.Keys(List.of(dialog.keys())));
        if (dialog.opened() instanceof Sign.Rest rest) {
            steps.addAll(changesAndRests(rest.quiet(), within));
        } else {
            steps.add(appears(((Sign.Landmark) dialog.opened()).picture(), within));
        }
        steps.add(new Step.Type(command));
        // Text that reaches no dialog changes nothing, and the operation fails here and not by its own timeout.
        steps.addAll(changesAndRests(TYPED, within));
        return new Launcher(steps, new Step.Keys(List.of("Return")));
    }

    private static Launcher menu(List<Choice> choices, Duration within) {
        List<Step> steps = new ArrayList<>();
        for (Choice choice : choices) {
            if (choice instanceof Choice.Click click) {
                steps.add(appears(click.picture(), within));
                steps.add(click(click.picture(), 1));
            } else {
                steps.add(new Step.Keys(List.of(((Choice.Keys) choice).chord())));
            }
        }
        int last = steps.size() - 1;
        return new Launcher(steps.subList(0, last), steps.get(last));
    }

    private static Step appears(Agentless.Picture picture, Duration within) {
        return new Step.Await(new Until(new Condition.Appears(picture.landmark()), within));
    }

    /**
     * Rest alone would not do: a slow desktop rests before it shows what was asked for. The caret of an application
     * that has been left open is neither a change nor a movement.
     */
    private static List<Step> changesAndRests(Duration quiet, Duration within) {
        Region whole = new Region.Whole();
        return List.of(
                new Step.Await(new Until(new Condition.Changes(whole, RegionMemory.MORE_THAN_CARET, true), within)),
                new Step.Await(new Until(
                        new Condition.Settles(whole, RegionMemory.MORE_THAN_CARET, quiet, List.of(), true), within)));
    }

    private static Step click(Agentless.Picture picture, int count) {
        return new Step.Click(new Step.Place.On(picture.landmark(), 0, 0), 1, count);
    }
}
