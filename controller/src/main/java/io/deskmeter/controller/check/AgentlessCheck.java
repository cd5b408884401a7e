package io.deskmeter.controller.check;

import io.deskmeter.workload.AgentlessLaunch;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import java.time.Duration;
import java.util.function.Consumer;

/** What workloads of the run cannot do on a target without desktop agents. */
final class AgentlessCheck implements Check {
    @Override
    public String name() {
        return "desktop agent";
    }

    @Override
    public Duration within(CheckInput checkInput) {
        return Duration.ofSeconds(5);
    }

    @Override
    public void find(CheckInput checkInput, Consumer<PreflightFinding> found) {
        if (checkInput.profile().target().agentless().isEmpty()) {
            return;
        }
        for (Workload workload : checkInput.workloads()) {
            for (String problem : AgentlessLaunch.of(workload).problems()) {
                found.accept(PreflightFinding.error(
                        "desktop agent",
                        workload.id(),
                        "needs one, but the target has `desktopAgent: none`: " + problem,
                        "a workload that only launches its application and sends input",
                        "desktop agents on the target, or another workload"));
            }
        }
        if (!checkInput.profile().target().provesLogons()) {
            found.accept(PreflightFinding.error(
                    "logon proof",
                    "target",
                    "none: `ready` is a rest, and a login window rests as well as a desktop",
                    "`ready: { landmark: … }`, a picture that only the user's desktop shows",
                    "cut it from the picture that ./deskmeter agent screenshot --target PROFILE.yaml FILE.png takes"));
        }
        if (isLeftOpen(checkInput.profile())) {
            found.accept(
                    PreflightFinding.warning(
                            "logoff",
                            "target",
                            "none, and the load ends sessions during the run: their applications stay open, and the next session of the"
                                    + " same user may not see what it expects",
                            "`logoff`, unless closing the display ends the session",
                            "set `logoff` in the target; a point whose failures come from used desktops makes the run invalid"));
        }
        found.accept(PreflightFinding.note(
                "desktop agent",
                "target",
                "none: whether an application exits or crashes is seen on the display only, and its programs and its content"
                        + " are not checked",
                "content on the desktops that is exported from the same workloads",
                "try it: ./deskmeter agent try WORKLOAD --target PROFILE.yaml"));
    }

    /** Whether a session may get the desktop of an earlier one of the same run. */
    private static boolean isLeftOpen(RunProfile profile) {
        boolean logsOff = profile.target()
                .agentless()
                .map(agentless -> !agentless.logoff().isEmpty())
                .orElse(true);
        Load load = profile.load();
        boolean endsSessions = load instanceof Load.FindMax || (load.fresh() && !(load instanceof Load.Fixed));
        return !logsOff && endsSessions;
    }
}
