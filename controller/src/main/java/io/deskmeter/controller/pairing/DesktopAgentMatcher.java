package io.deskmeter.controller.pairing;

import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.DesktopLocation;
import java.util.List;
import java.util.Locale;

/**
 * Compares the session that a client agent has opened with the session that a desktop agent runs in, by tickets and
 * names. Only a ticket proves that they are the same. A host has aliases and may be behind address translation, and
 * cloned desktops have the same name, so names of hosts never exclude a candidate; the user of a logon does.
 */
final class DesktopAgentMatcher {
    private DesktopAgentMatcher() {}

    /** Whether the names allow it to be the same session. */
    static boolean isPossible(DesktopAgentRequest wanted, DesktopLocation place) {
        if (!wanted.getTicket().isEmpty() || !place.getTicket().isEmpty()) {
            return wanted.getTicket().equals(place.getTicket());
        }
        return wanted.getUser().isEmpty() || place.getUser().isEmpty() || isSameUser(wanted, place);
    }

    /** Whether the target host and the desktop agent's machine have a name or an address in common. */
    static boolean isSameHost(DesktopAgentRequest wanted, DesktopLocation place) {
        List<String> dialled = wanted.getHostsList();
        return place.getHostsList().stream().anyMatch(mine -> dialled.stream().anyMatch(host -> isSame(host, mine)));
    }

    /**
     * Whether names identify the same session: by a ticket, by host and user, or by host and display if no user logs
     * on.
     */
    static boolean isNamed(DesktopAgentRequest wanted, DesktopLocation place) {
        if (!isPossible(wanted, place)) {
            return false;
        }
        if (!wanted.getTicket().isEmpty()) {
            return true;
        }
        boolean samePlace = wanted.getUser().isEmpty()
                ? !wanted.getLocationSession().isEmpty() && isSame(wanted.getLocationSession(), display(place))
                : isSameUser(wanted, place);
        return samePlace && isSameHost(wanted, place);
    }

    private static boolean isSameUser(DesktopAgentRequest wanted, DesktopLocation place) {
        boolean sameDomain = wanted.getDomain().isEmpty()
                || place.getDomain().isEmpty()
                || isSame(wanted.getDomain(), place.getDomain());
        return isSame(wanted.getUser(), place.getUser()) && sameDomain;
    }

    /** {@code :1} of {@code :1.0}. */
    private static String display(DesktopLocation place) {
        return place.getSession().replaceFirst("^(:[0-9]+)\\.[0-9]+$", "$1");
    }

    private static boolean isSame(String one, String other) {
        return one.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }
}
