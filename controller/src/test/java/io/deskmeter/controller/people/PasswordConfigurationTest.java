package io.deskmeter.controller.people;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.security.crypto.password.PasswordEncoder;

class PasswordConfigurationTest {
    /** 2 to the power of 10 rounds: about a tenth of a second of a core for each guess. */
    @Test
    void eachGuessAtAStoredPasswordCostsThousandRounds() {
        try (AnnotationConfigApplicationContext context =
                new AnnotationConfigApplicationContext(PasswordConfiguration.class)) {
            PasswordEncoder encoder = context.getBean(PasswordEncoder.class);
            String stored = encoder.encode("correct horse battery");

            assertThat(stored).startsWith("{bcrypt}$2a$10$");
            assertThat(encoder.matches("correct horse battery", stored)).isTrue();
            assertThat(encoder.matches("correct horse batterY", stored)).isFalse();
        }
    }
}
