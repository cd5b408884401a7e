package io.deskmeter.controller.access.login;

import io.deskmeter.controller.request.ElapsedTime;
import io.deskmeter.link.access.Token;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;

/** One-time login codes for browsers, valid for an hour. Thread-safe. */
@Component
public final class LoginCodes {
    static final Duration VALID = Duration.ofHours(1);
    /** The oldest code is removed, so that requests for codes cannot fill the memory. */
    private static final int MOST = 100;

    private final InstantSource clock;
    private final Deque<Code> codes = new ArrayDeque<>();

    LoginCodes(LongSupplier nanoTime) {
        this.clock = new ElapsedTime(nanoTime);
    }

    private record Code(Token token, Instant until) {}

    /** A new one. */
    public synchronized String draw() {
        forgetOld();
        if (codes.size() == MOST) {
            codes.removeFirst();
        }
        Token token = Token.random();
        codes.addLast(new Code(token, clock.instant().plus(VALID)));
        return token.text();
    }

    /** Uses a code; returns whether it was valid: known, unused and not expired. */
    synchronized boolean use(String said) {
        forgetOld();
        return codes.removeIf(code -> code.token.matches(said));
    }

    private void forgetOld() {
        Instant now = clock.instant();
        codes.removeIf(code -> !now.isBefore(code.until));
    }
}
