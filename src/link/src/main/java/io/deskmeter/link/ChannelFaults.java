package io.deskmeter.link;

import io.deskmeter.link.tls.TlsFaults;
import java.io.IOException;
import javax.net.ssl.SSLException;

/** Describes why a channel failed. */
final class ChannelFaults {
    private ChannelFaults() {}

    /** @param peer its address */
    static String describe(Throwable fault, Object peer) {
        if (fault instanceof FrameException) {
            return String.valueOf(fault.getMessage());
        }
        for (Throwable t = fault; t != null; t = t.getCause()) {
            if (t instanceof SSLException) {
                return TlsFaults.describe(t, String.valueOf(peer));
            }
            if (t instanceof IOException) {
                return "connection failed: " + t.getMessage();
            }
        }
        return fault.toString();
    }

    /** Whether the peer sent invalid data. */
    static boolean isBroken(Throwable fault) {
        return fault instanceof FrameException;
    }
}
