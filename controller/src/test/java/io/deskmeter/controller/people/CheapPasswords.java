package io.deskmeter.controller.people;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Encodes the passwords of controllers in this process at the least cost that bcrypt has: at the cost that users have,
 * a fifth of the processor time of the controller's tests went into it. {@link PasswordConfigurationTest} has the
 * encoding of users, and so have all end-to-end tests, which start the packaged program.
 */
public final class CheapPasswords implements ApplicationContextInitializer<GenericApplicationContext> {
    private static final int LEAST_COST = 4;
    private static final AtomicInteger AT_COST_OF_USERS = new AtomicInteger();

    /**
     * Until the answer is closed, controllers that start in this process encode passwords as users' controllers do: for
     * tests in which a comparison must take long enough for others to come between, on any machine.
     */
    public static AutoCloseable off() {
        AT_COST_OF_USERS.incrementAndGet();
        return AT_COST_OF_USERS::decrementAndGet;
    }

    @Override
    public void initialize(GenericApplicationContext context) {
        // An identity provider that a test starts has passwords of its own.
        if (AT_COST_OF_USERS.get() == 0
                && "deskmeter-controller".equals(context.getEnvironment().getProperty("spring.application.name"))) {
            context.registerBean(
                    "cheapPasswordEncoder",
                    PasswordEncoder.class,
                    () -> new DelegatingPasswordEncoder(
                            "bcrypt", Map.of("bcrypt", new BCryptPasswordEncoder(LEAST_COST))),
                    definition -> definition.setPrimary(true));
        }
    }
}
