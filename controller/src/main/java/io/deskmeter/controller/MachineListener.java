package io.deskmeter.controller;

import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where other machines connect, with TLS: agents, or browsers and commands.
 *
 * @param host address to listen on
 * @param port 0 for any free one
 * @param names by which those machines reach this one, the first of them for people; empty for what this machine calls
 *     itself
 */
public record MachineListener(String host, int port, List<String> names) {
    private static final int LARGEST_PORT = 65_535;

    public MachineListener {
        names = List.copyOf(names);
        for (String name : names) {
            boolean looksLikeAnAddress = name.contains(":") || name.matches("[0-9.]+");
            if (!name.matches("[A-Za-z0-9._:-]+") || (looksLikeAnAddress && !isAddress(name))) {
                throw new IllegalArgumentException(
                        "--name: " + name + " (expected: a host name or an address, without a port)");
            }
        }
    }

    /**
     * Parses an option.
     *
     * @param option for messages, as {@code --agents}
     * @param text {@code ADDRESS:PORT}
     * @throws IllegalArgumentException if it is none; the message is for display
     */
    public static MachineListener parse(String option, String text, List<String> names) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            String host = text.substring(0, Math.max(0, colon)).replaceAll("^\\[|]$", "");
            if (!host.isEmpty() && port >= 0 && port <= LARGEST_PORT) {
                InetAddress unused = InetAddress.getByName(host);
                return new MachineListener(host, port, names);
            }
        } catch (NumberFormatException | UnknownHostException e) {
            throw new IllegalArgumentException(message(option, text), e);
        }
        throw new IllegalArgumentException(message(option, text));
    }

    /** Java takes {@code 1.2.3} for an address, and a certificate does not. */
    private static boolean isAddress(String name) {
        try {
            InetAddress unused = InetAddress.getByName(name);
            return name.contains(":") || name.matches("([0-9]{1,3}\\.){3}[0-9]{1,3}");
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static String message(String option, String text) {
        return option + ": " + text + " (expected: ADDRESS:PORT of this machine, as 0.0.0.0:"
                + (option.equals("--agents") ? "8082" : "8443") + " for all its addresses)";
    }

    /** Those for the certificate: what was named, else what this machine calls itself; the first one is for people. */
    List<String> certificateNames() {
        Set<String> all = new LinkedHashSet<>(names);
        try {
            InetAddress address = InetAddress.getByName(host);
            if (!address.isAnyLocalAddress()) {
                all.add(plain(address));
            } else if (names.isEmpty()) {
                all.add(InetAddress.getLocalHost().getHostName());
            }
            if (address.isAnyLocalAddress()) {
                all.addAll(addresses());
            }
        } catch (UnknownHostException | SocketException e) {
            // A machine that cannot tell its own names is known by those that were given.
            all.add("localhost");
        }
        all.add("localhost");
        return List.copyOf(all);
    }

    private static List<String> addresses() throws SocketException {
        List<String> found = new ArrayList<>();
        for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
            for (InterfaceAddress address : network.getInterfaceAddresses()) {
                if (!address.getAddress().isLinkLocalAddress()) {
                    found.add(plain(address.getAddress()));
                }
            }
        }
        return found;
    }

    private static String plain(InetAddress address) {
        return address.getHostAddress().replaceAll("%.*", "");
    }
}
