package io.deskmeter.link;

import java.io.IOException;
import javax.net.ssl.SSLException;

/** Describes why a channel failed. */
final class ChannelFaults {
    private ChannelFaults() {}

    static String describe(Throwable fault) {
        if (fault instanceof FrameException) {
            return String.valueOf(fault.getMessage());
        }
        for (Throwable t = fault; t != null; t = t.getCause()) {
            if (t instanceof SSLException) {
                return "TLS: " + t.getMessage();
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
