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

    private long now = 1;
    private final RequestThreads threads = new RequestThreads(started::add, () -> now);
    private final List<String> done = new ArrayList<>();
    /** Whose connections were ended. */
    private final List<String> ended = new ArrayList<>();

    private final class Request implements OfSender {
        private final Sender sender;
        private final Runnable work;

        Request(Sender sender, Runnable work) {
            this.sender = sender;
            this.work = work;
        }

        @Override
        public Sender sender() {
            return sender;
        }

        @Override
        public Runnable ending() {
            return () -> ended.add(sender.name());
        }

        @Override
        public void run() {
            work.run();
        }
    }

    private void patienceEnds() {
        now += RequestThreads.PATIENCE.toNanos();
        threads.endSlowPeers();
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

    /** The request at work is one that a body has not come for. */
    @Test
    void whoseBodyDoesNotComeEndsWhenAnotherStrangerWaits() {
        threads.execute(new Request(stranger("slow"), () -> {
            patienceEnds();
            assertThat(ended).as("nobody waits").isEmpty();
            ask(known("anna"), 2 * RequestThreads.MOST_OF_LOGIN);
            patienceEnds();
            assertThat(ended).as("who waits has a share of its own").isEmpty();

            ask(stranger("slow"), RequestThreads.MOST_OF_SITE);
            threads.endSlowPeers();
            assertThat(ended).containsExactly("slow");
            patienceEnds();
            assertThat(ended).as("once").containsExactly("slow");
        }));
        finish();
    }

    @Test
    void whoseBodyHasComeTakesAsLongAsItsAnswerTakes() {
        ask(stranger("a"), RequestThreads.MOST_OF_SITE - 1);
        threads.execute(new Request(stranger("a"), () -> {
            now += RequestThreads.PATIENCE.toNanos() - 1;
            ask(stranger("a"), 1);
            threads.endSlowPeers();
            threads.hasBody();
            patienceEnds();
        }));
        started.removeLast().run();
        assertThat(ended).isEmpty();
    }

    /** Once only slow bodies were ended, and who read slowly held threads for half a minute. */
    @Test
    void whoseAnswerIsNotReadEndsWhenAnotherStrangerWaits() {
        ask(stranger("a"), RequestThreads.MOST_OF_SITE - 1);
        threads.execute(new Request(stranger("a"), () -> {
            threads.hasBody();
            ask(stranger("a"), 1);
            threads.answers();
            patienceEnds();
            assertThat(ended).as("there is more time for an answer").isEmpty();
            threads.answers();
            now += RequestThreads.PATIENCE_WITH_READERS
                    .minus(RequestThreads.PATIENCE)
                    .toNanos();
            threads.endSlowPeers();
            assertThat(ended).as("more of it is no new time").containsExactly("a");
        }));
        started.removeLast().run();
        assertThat(ended).containsExactly("a");
    }

    @Test
    void whoHasLoggedInIsNotEnded() {
        threads.execute(new Request(stranger("a"), () -> {
            assertThat(threads.become(known("anna"))).isTrue();
            ask(stranger("a"), 2 * RequestThreads.MOST_OF_SITE);
            patienceEnds();
        }));
        finish();
        assertThat(ended).isEmpty();
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
