package io.deskmeter.controller.web.http;

import io.deskmeter.link.server.LinkServer;
import org.springframework.beans.factory.ObjectProvider;

/** The controller cannot do this at present; the message is for display. */
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String message) {
        super(message);
    }

    /** The server for agents; REST answers a moment before its ports are open. */
    public static LinkServer unlessOpen(ObjectProvider<LinkServer> link) {
        LinkServer open = link.getIfAvailable();
        if (open == null) {
            throw new UnavailableException(
                    "the controller is starting: its ports for agents are not open yet (expected: a controller that has started; hint: try again in a moment)");
        }
        return open;
    }
}
