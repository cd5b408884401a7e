package io.deskmeter.controller.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.access.PeopleFixture;
import io.deskmeter.controller.access.Requests;
import io.deskmeter.controller.people.CheapPasswords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Log-ins that come while other passwords are compared, which takes as long here as it does for users. */
@SuppressWarnings("NullAway.Init") // start() makes them
@Tag("slow")
class ConcurrentLoginsTest {
    /** Log-ins of one person that end none of her sessions: beyond fifty the controller ends the oldest ones. */
    private static final int SESSIONS_KEPT = 40;

    private PeopleFixture people;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        try (AutoCloseable costOfUsers = CheapPasswords.off()) {
            people = new PeopleFixture(folder);
        }
    }

    @AfterEach
    void stop() {
        people.close();
    }

    /** Others guess all the time, so that passwords cannot be compared at once. */
    @Test
    void whoseRightPasswordWasNotLookedAtHasNotFailed() throws Exception {
        people.add("anna", "viewer");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger next = new AtomicInteger();
        List<Thread> strangers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Thread stranger = new Thread(() -> {
                while (!over.get()) {
                    int one = next.getAndIncrement();
                    try {
                        people.logInFrom(
                                "127.0." + (10 + one / 200) + "." + (1 + one % 200),
                                "nobody" + one,
                                "wrong wrong wrong");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
            stranger.start();
            strangers.add(stranger);
        }
        Awaitility.await().until(() -> next.get() > 100);
        int busy = 0;
        for (int i = 0; i < 40; i++) {
            Requests.Answer answer = people.logIn("anna", PeopleFixture.PASSWORD);
            assertThat(answer.status()).as(answer.body()).isIn(204, 503);
            if (answer.status() == 503) {
                busy++;
                assertThat(Long.parseLong(answer.header("Retry-After").orElseThrow()))
                        .isPositive();
            }
        }
        over.set(true);
        for (Thread stranger : strangers) {
            stranger.join();
        }
        assertThat(busy).as("of 40").isPositive();
        assertThat(people.logIn("anna", PeopleFixture.PASSWORD).status()).isEqualTo(204);
    }

    @Test
    void noSessionOfTheOldPasswordOutlivesItsChange() throws Exception {
        people.add("pia", "viewer");
        String own = people.cookie("pia");
        AtomicBoolean over = new AtomicBoolean();
        Queue<String> cookies = new ConcurrentLinkedQueue<>();
        List<Thread> thieves = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread thief = new Thread(() -> guess(over, cookies));
            thief.start();
            thieves.add(thief);
        }
        // Until they are at it.
        Awaitility.await().until(() -> cookies.size() > 2);
        assertThat(people.changePassword(own)).isEqualTo(204);
        over.set(true);
        for (Thread thief : thieves) {
            thief.join();
        }
        for (String cookie : cookies) {
            assertThat(people.https.status("GET", "/api/v1/me", cookie)).isEqualTo(401);
        }
    }

    private void guess(AtomicBoolean over, Queue<String> cookies) {
        try {
            while (!over.get() && cookies.size() < SESSIONS_KEPT) {
                Requests.Answer in = people.logIn("pia", PeopleFixture.PASSWORD);
                if (in.status() == 204) {
                    cookies.add(Requests.cookie(in));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
