package io.deskmeter.controller.check;

import io.deskmeter.workload.AgentlessLaunch;
import io.deskmeter.workload.Workload;
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
    public void find(CheckInput checkInput, Consumer<Finding> found) {
        if (checkInput.profile().target().agentless().isEmpty()) {
            return;
        }
        for (Workload workload : checkInput.workloads()) {
            for (String problem : AgentlessLaunch.of(workload).problems()) {
                found.accept(Finding.error(
                        "desktop agent",
                        workload.id(),
                        "needs one, but the target has `desktopAgent: none`: " + problem,
                        "a workload that only launches its application and sends input",
                        "desktop agents on the target, or another workload"));
            }
        }
        found.accept(Finding.note(
                "desktop agent",
                "target",
                "none: whether an application exits or crashes is seen on the display only, and its programs and its content"
                        + " are not checked",
                "content on the desktops that is exported from the same workloads",
                "try it: ./deskmeter agent try WORKLOAD --target PROFILE.yaml"));
    }
}
