package io.deskmeter.link.peer;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * From where a connection comes, for limits: an address, or with IPv6 the network that a site has, of which it can make
 * up all addresses.
 */
public final class SenderSite {
    private static final int IPV6_NETWORK_BYTES = 8;

    private SenderSite() {}

    /** The site of an address. */
    public static String of(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address.getHostAddress();
        }
        byte[] bytes = address.getAddress();
        StringBuilder site = new StringBuilder();
        for (int i = 0; i < IPV6_NETWORK_BYTES; i += 2) {
            site.append(Integer.toHexString(((bytes[i] & 0xff) << 8) | (bytes[i + 1] & 0xff)))
                    .append(':');
        }
        return site.append(":/64").toString();
    }

    /** The site of an address in digits, as a web server has it; anything else is a site of its own. */
    public static String of(String address) {
        // Only IPv6 has colons. A name is never looked up.
        if (!address.contains(":")) {
            return address;
        }
        try {
            return of(InetAddress.getByName(address.toLowerCase(Locale.ROOT)));
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
