package io.deskmeter.agent.pairing;

import io.deskmeter.link.channel.LinkHandshake;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names and addresses that identify a machine. A common entry means the same machine, except for cloned names and for
 * private addresses that both use internally. Without a common entry the two may still be the same machine. May resolve
 * names and block.
 */
public final class HostNames {
    private static final Logger LOG = LoggerFactory.getLogger(HostNames.class);

    private HostNames() {}

    /** The names and addresses of this machine, the names first, as many as a controller takes. */
    public static List<String> ofThisMachine() {
        Set<String> all = ownNames();
        try {
            for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                addresses(each).forEach(address -> add(all, address));
            }
        } catch (IOException e) {
            LOG.warn("addresses of this machine are not known: {}", e.toString());
        }
        return all.stream().limit(LinkHandshake.MOST_HOSTS).toList();
    }

    private static Collection<InetAddress> addresses(NetworkInterface one) {
        return one.getInterfaceAddresses().stream()
                .map(InterfaceAddress::getAddress)
                .toList();
    }

    private static Set<String> ownNames() {
        Set<String> names = new LinkedHashSet<>();
        try {
            names.add(lower(InetAddress.getLocalHost().getHostName()));
        } catch (UnknownHostException e) {
            LOG.debug("the host name of this machine does not resolve: {}", e.toString());
        }
        names.removeIf(HostNames::isLoopbackName);
        return names;
    }

    /** The names and addresses of the machine with this name or address; a loopback address is this machine. */
    public static List<String> of(String dialled) {
        Set<String> all = new LinkedHashSet<>();
        if (!isLoopbackName(lower(dialled))) {
            all.add(lower(dialled));
        }
        try {
            List<InetAddress> found = new ArrayList<>(List.of(InetAddress.getAllByName(dialled)));
            if (found.stream().anyMatch(InetAddress::isLoopbackAddress)) {
                return List.copyOf(ownNames());
            }
            found.forEach(address -> add(all, address));
        } catch (UnknownHostException e) {
            LOG.debug("{} does not resolve: {}", dialled, e.toString());
        }
        return List.copyOf(all);
    }

    private static void add(Set<String> all, InetAddress address) {
        if (!address.isLoopbackAddress() && !address.isLinkLocalAddress()) {
            all.add(lower(address.getHostAddress().replaceFirst("%.*", "")));
        }
    }

    private static boolean isLoopbackName(String name) {
        return name.equals("localhost")
                || name.startsWith("localhost.")
                || name.startsWith("127.")
                || name.equals("::1");
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
