package io.deskmeter.controller.check;

import io.deskmeter.controller.fleet.Fleet.Present;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.Target;
import java.util.List;
import java.util.Locale;

/**
 * The agents that take part in a check.
 *
 * @param clients those that the run may use; if none has the profile's labels, all connected client agents, so that
 *     targets are checked nevertheless
 * @param labelled whether these have the labels
 * @param desktops desktop agents in sessions that the run would log on to
 */
record CheckAgents(List<Present> clients, boolean labelled, List<Present> desktops) {

    static CheckAgents of(CheckInput checkInput, List<Present> present) {
        List<Present> clients =
                present.stream().filter(agent -> !agent.isDesktop()).toList();
        List<Present> labelled = clients.stream()
                .filter(agent -> agent.hello()
                        .getLabelsList()
                        .containsAll(checkInput.profile().agents()))
                .toList();
        List<Present> desktops = present.stream()
                .filter(agent -> agent.isDesktop() && runsIn(agent, checkInput))
                .toList();
        return new CheckAgents(labelled.isEmpty() ? clients : labelled, !labelled.isEmpty(), desktops);
    }

    /** A desktop that a client agent has started with a ticket is not a target. */
    private static boolean runsIn(Present agent, CheckInput checkInput) {
        boolean own = checkInput.profile().target() instanceof Target.LocalDesktops
                || !agent.hello().getLocation().getTicket().isEmpty();
        return !own
                && checkInput.slots().stream().anyMatch(slot -> slot.account() != null && isOf(agent, slot.account()));
    }

    /** Whether it runs in a session of this user. */
    static boolean isOf(Present agent, Account account) {
        String user = agent.hello().getLocation().getUser();
        String domain = agent.hello().getLocation().getDomain();
        return !account.user().isEmpty()
                && same(user, account.user())
                && (domain.isEmpty() || account.domain().isEmpty() || same(domain, account.domain()));
    }

    private static boolean same(String one, String other) {
        return one.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }
}
