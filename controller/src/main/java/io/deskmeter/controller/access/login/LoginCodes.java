package io.deskmeter.controller.access.login;

import io.deskmeter.link.access.Token;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import org.springframework.stereotype.Component;

/** One-time login codes for browsers, valid for an hour. Thread-safe. */
@Component
public final class LoginCodes {
    static final Duration VALID = Duration.ofHours(1);
    /** The oldest code is removed, so that requests for codes cannot fill the memory. */
    private static final int MOST = 100;

    private final InstantSource wall;
    private final Deque<Code> codes = new ArrayDeque<>();

    LoginCodes(InstantSource wall) {
        this.wall = wall;
    }

    private record Code(Token token, Instant until) {}

    /** A new one. */
    public synchronized String draw() {
        forgetOld();
        if (codes.size() == MOST) {
            codes.removeFirst();
        }
        Token token = Token.random();
        codes.addLast(new Code(token, wall.instant().plus(VALID)));
        return token.text();
    }

    /** Uses a code; returns whether it was valid: known, unused and not expired. */
    synchronized boolean use(String said) {
        forgetOld();
        return codes.removeIf(code -> code.token.matches(said));
    }

    private void forgetOld() {
        Instant now = wall.instant();
        codes.removeIf(code -> !now.isBefore(code.until));
    }
}
