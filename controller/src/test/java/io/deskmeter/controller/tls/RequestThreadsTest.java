package io.deskmeter.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.tls.RequestThreads.OfSender;
import io.deskmeter.controller.tls.RequestThreads.Sender;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestThreadsTest {
    /** Tasks that have a thread, and are not at their end yet. */
    private final Deque<Runnable> started = new ArrayDeque<>();

    private final RequestThreads threads = new RequestThreads(started::add);
    private final List<String> done = new ArrayList<>();

    private record Request(Sender sender, Runnable work) implements OfSender {
        @Override
        public void run() {
            work.run();
        }
    }

    private static Sender stranger(String site) {
        return new Sender(false, site);
    }

    private static Sender known(String login) {
        return new Sender(true, login);
    }

    private void ask(Sender sender, int times) {
        for (int i = 0; i < times; i++) {
            threads.execute(new Request(sender, () -> done.add(sender.name())));
        }
    }

    private void finish() {
        started.remove().run();
    }

    @Test
    void aSiteHasItsShareAndTheOthersTheirs() {
        ask(stranger("a"), 500);
        assertThat(started).hasSize(RequestThreads.MOST_OF_SITE);
        ask(stranger("b"), 3);
        ask(known("anna"), 500);
        assertThat(started).hasSize(RequestThreads.MOST_OF_SITE + 3 + RequestThreads.MOST_OF_LOGIN);
        while (!started.isEmpty()) {
            finish();
        }
        assertThat(done).hasSize(1003);
    }

    /** However many sites strangers have. */
    @Test
    void strangersLeaveHalfToThoseWhoAreLoggedIn() {
        for (int site = 0; site < 200; site++) {
            ask(stranger("site " + site), 20);
        }
        assertThat(started).hasSize(RequestThreads.MOST);
        for (int login = 0; login < 10; login++) {
            ask(known("login " + login), 20);
        }
        assertThat(started).hasSize(2 * RequestThreads.MOST);
    }

    @Test
    void thoseThatWaitAreServedInTurn() {
        for (int site = 0; site < 9; site++) {
            ask(stranger("busy " + site), 50);
        }
        assertThat(started).hasSize(RequestThreads.MOST);
        ask(stranger("late"), 1);
        for (int i = 0; i < 10; i++) {
            finish();
        }
        assertThat(started).hasSize(RequestThreads.MOST);
        while (done.size() < 2 * RequestThreads.MOST) {
            finish();
        }
        assertThat(done).contains("late");
    }

    @Test
    void whoLogsInCountsAsTheLogin() {
        List<Boolean> let = new ArrayList<>();
        ask(known("anna"), RequestThreads.MOST_OF_LOGIN - 1);
        started.clear();
        Runnable logIn = () -> {
            let.add(threads.become(known("anna")));
            // The place of the site is free at once.
            ask(stranger("here"), 1);
            // As long as these are not at their end, anna has her share.
            Runnable inside = started.peekLast();
            assertThat(inside).isNotNull();
            threads.execute(new Request(stranger("there"), () -> let.add(threads.become(known("anna")))));
            Runnable second = started.removeLast();
            second.run();
        };
        threads.execute(new Request(stranger("here"), logIn));
        finish();
        assertThat(let).containsExactly(true, false);
        threads.execute(new Request(stranger("there"), () -> let.add(threads.become(known("anna")))));
        started.removeLast().run();
        assertThat(let).containsExactly(true, false, true);
    }

    @Test
    void whatThrowsGivesItsPlaceBack() {
        for (int i = 0; i < 1000; i++) {
            threads.execute(new Request(stranger("a"), () -> {
                throw new IllegalStateException("a fault");
            }));
            try {
                finish();
            } catch (IllegalStateException e) {
                done.add("a fault");
            }
        }
        assertThat(done).hasSize(1000);
        ask(stranger("a"), RequestThreads.MOST_OF_SITE);
        assertThat(started).hasSize(RequestThreads.MOST_OF_SITE);
    }
}
