package io.deskmeter.controller.request;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.BooleanSupplier;

/**
 * Who has sent a request, for what goes on after it was let in.
 *
 * @param login the same for all requests of a browser that has logged in, or with one secret
 * @param allowed whether it would still be let in; may be asked on any thread and does not wait
 */
public record Caller(String login, BooleanSupplier allowed) {
    private static final String ATTRIBUTE = Caller.class.getName();

    /** Remembers with a request who has sent it. */
    public void attach(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** Who has sent a request that was let in. */
    public static Caller of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Caller caller) {
            return caller;
        }
        throw new IllegalStateException("a request that nobody has let in: " + request.getRequestURI());
    }
}
