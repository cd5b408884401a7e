package io.deskmeter.link.channel;

import io.deskmeter.link.frame.FrameException;
import io.deskmeter.link.tls.TlsFaults;
import java.io.IOException;
import javax.net.ssl.SSLException;

/** Describes why a channel failed. */
public final class ChannelFaults {
    private ChannelFaults() {}

    /**
     * Why a channel failed, for logs and for the other end.
     *
     * @param peer its address
     */
    public static String describe(Throwable fault, Object peer) {
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
    public static boolean isBroken(Throwable fault) {
        return fault instanceof FrameException;
    }
}
